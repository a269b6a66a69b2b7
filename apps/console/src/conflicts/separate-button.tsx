import { Checkbox, Stack, Text, Textarea } from '@mantine/core';
import type { IdentityConflict, SeparationPreview } from '@ndx/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApi } from '../app/api.js';
import { readQuery } from '../app/reads.js';
import { FormButton } from '../parts/form-button.js';
import { Loaded } from '../parts/loaded.js';
import type { NameOf } from '../parts/names.js';
import { Notice } from '../parts/notice.js';
import { plural } from '../parts/words.js';

interface Choice {
  readonly entity_ids: string[];
  readonly record_ids: string[];
}

const NOTHING: Choice = { entity_ids: [], record_ids: [] };

interface SeparateButtonProps {
  readonly conflict: IdentityConflict;
  readonly nameOf: NameOf;
}

/** Decides that the names are of two businesses. The reader selects the parts of the other one. */
export function SeparateButton({ conflict, nameOf }: SeparateButtonProps) {
  const { ndx } = useApi();
  const cache = useQueryClient();
  const path = {
    network_id: conflict.network_id,
    subject_id: conflict.subjects[0]?.subject_id ?? '',
  };
  const planOf = (choice: Choice) => readQuery(ndx, 'previewSeparation', { path, body: choice });
  return (
    <FormButton
      label="Separate"
      title="Separate two businesses"
      submitLabel="Separate"
      variant="default"
      objectId={conflict.conflict_id}
      initial={{ choice: NOTHING, reason: '' }}
      act={({ choice, reason }) => {
        const { preview_digest = '' } = cache.getQueryData(planOf(choice).queryKey) ?? {};
        return ndx.separateSubject({ path, body: { ...choice, preview_digest, reason } });
      }}
    >
      {(input, { values: { choice }, change }) => (
        <>
          <Preview query={planOf(NOTHING)}>
            {(parts) => (
              <PartsInput
                {...{ parts, choice, nameOf }}
                onChange={(selected) => change({ choice: selected })}
              />
            )}
          </Preview>
          {choice.entity_ids.length + choice.record_ids.length > 0 && (
            <Preview query={planOf(choice)}>{(plan) => <Touched plan={plan} />}</Preview>
          )}
          <Textarea label="Reason" maxLength={500} {...input('reason')} />
        </>
      )}
    </FormButton>
  );
}

interface PreviewProps {
  readonly query: ReturnType<typeof readQuery<'previewSeparation'>>;
  readonly children: (preview: SeparationPreview) => ReactNode;
}

function Preview({ query, children }: PreviewProps) {
  return <Loaded query={useQuery(query)}>{children}</Loaded>;
}

interface PartsInputProps {
  readonly parts: SeparationPreview;
  readonly choice: Choice;
  readonly onChange: (choice: Choice) => void;
  readonly nameOf: NameOf;
}

/** Whole institutions, and single records of the others. */
function PartsInput({ parts, choice, onChange, nameOf }: PartsInputProps) {
  const { entity_ids, record_ids } = choice;
  const others = parts.records.filter((one) => !entity_ids.includes(one.furnishing_entity_id));
  return (
    <>
      <Checkbox.Group
        label="Institutions that mean the other business"
        description="All that they stated and furnished moves."
        value={entity_ids}
        onChange={(ids) => onChange({ entity_ids: ids, record_ids: [] })}
      >
        <Stack gap="xs" mt={4}>
          {parts.statements.map(({ entity_id, business_legal_name }) => (
            <Checkbox
              key={entity_id}
              value={entity_id}
              label={`${nameOf(entity_id)}: ${business_legal_name ?? 'no legal name'}`}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      {others.length > 0 && (
        <Checkbox.Group
          label="Single records of the other business"
          value={record_ids}
          onChange={(ids) => onChange({ entity_ids, record_ids: ids })}
        >
          <Stack gap="xs" mt={4}>
            {others.map(
              ({ record_id, furnishing_entity_id, business_legal_name, furnished_at }) => (
                <Checkbox
                  key={record_id}
                  value={record_id}
                  label={`${nameOf(furnishing_entity_id)}: ${business_legal_name ?? 'no legal name'}`}
                  description={new Date(furnished_at).toLocaleString()}
                />
              ),
            )}
          </Stack>
        </Checkbox.Group>
      )}
    </>
  );
}

/** The parts that move, and the past answers that used one. */
function Touched({ plan: { records, consents, answers } }: { readonly plan: SeparationPreview }) {
  const moved = (parts: readonly { readonly is_moved: boolean }[]) =>
    parts.filter(({ is_moved }) => is_moved).length;
  return (
    <Notice role="note" color="orange" title="What moves to a new business">
      <Text size="sm">
        {plural(moved(records), 'record')} and {plural(moved(consents), 'consent')}.{' '}
        {plural(answers.count, 'answer')} of the last 30 days used one of the records, and{' '}
        {answers.count === 1 ? 'stays as it is' : 'stay as they are'}. The audit log records the
        decision.
      </Text>
    </Notice>
  );
}
