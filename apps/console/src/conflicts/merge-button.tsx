import { NativeSelect, Radio, Stack } from '@mantine/core';
import type { IdentityConflict } from '@ndx/client';
import { useState } from 'react';
import { useApi } from '../app/api.js';
import { FormButton } from '../parts/form-button.js';
import { Notice } from '../parts/notice.js';
import { nameOfSubject, type ConflictSubject } from './subject-name.js';

/** Decides that two subjects are the same. The reader selects the one that remains. */
export function MergeButton({ conflict }: { readonly conflict: IdentityConflict }) {
  const { ndx } = useApi();
  const { subjects, network_id, conflict_id } = conflict;
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
      objectId={conflict_id}
      initial={{}}
      act={() =>
        ndx.mergeIdentities({
          path: { network_id, conflict_id },
          body: { subject_id: merged.subject_id, into_subject_id: into },
        })
      }
    >
      {() => (
        <>
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
              data={others.map((subject) => ({
                value: subject.subject_id,
                label: inFull(subject),
              }))}
              onChange={({ currentTarget: { value } }) => setSelected(value)}
            />
          )}
          <Notice role="note" color="orange">
            The records and consents of {inFull(merged)} will belong to the subject that remains.
            Its id stays valid and refers to that subject. A merge cannot be undone.
          </Notice>
        </>
      )}
    </FormButton>
  );
}

function inFull(subject: ConflictSubject): string {
  return `${nameOfSubject(subject)} (${subject.identifier})`;
}
