import { Alert, NativeSelect, Radio, Stack, Text } from '@mantine/core';
import type { IdentityConflict } from '@ndx/client';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { FormButton } from '../parts/form-button.js';
import { nameOfSubject, type ConflictSubject } from './subject-name.js';
import { useResolution } from './use-resolution.js';

/** Decides that two subjects are the same. The reader selects the one that remains. */
export function MergeButton({ conflict }: { readonly conflict: IdentityConflict }) {
  const { subjects } = conflict;
  const { merge } = useResolution(conflict);
  // The first subject opened the conflict; the others were known before.
  const [into, setInto] = useState(subjects[1]?.subject_id);
  const others = subjects.filter(({ subject_id }) => subject_id !== into);
  const [selected, setSelected] = useState<string>();
  const merged = others.find(({ subject_id }) => subject_id === selected) ?? others[0];
  if (into === undefined || merged === undefined) return null;
  return (
    <FormButton
      label="Merge"
      title="Merge two subjects"
      submitLabel="Merge"
      act={() => merge(merged.subject_id, into)}
    >
      <Radio.Group label="The subject that remains" value={into} onChange={setInto}>
        <Stack gap="xs" mt={4}>
          {subjects.map((subject) => (
            <Radio
              key={subject.subject_id}
              value={subject.subject_id}
              label={nameOfSubject(subject)}
              description={subject.identifier}
            />
          ))}
        </Stack>
      </Radio.Group>
      {others.length > 1 && (
        <NativeSelect
          label="The subject that is merged into it"
          value={merged.subject_id}
          data={others.map((subject) => ({ value: subject.subject_id, label: inFull(subject) }))}
          onChange={({ currentTarget: { value } }) => setSelected(value)}
        />
      )}
      <Alert role="note" color="orange" icon={<IconAlertTriangle aria-hidden />}>
        <Text size="sm">
          The records and consents of {inFull(merged)} will belong to the subject that remains. Its
          id stays valid and refers to that subject. A merge cannot be undone.
        </Text>
      </Alert>
    </FormButton>
  );
}

function inFull(subject: ConflictSubject): string {
  return `${nameOfSubject(subject)} (${subject.identifier})`;
}
