import { Card, MultiSelect, NativeSelect, Stack, Text } from '@mantine/core';
import { PURPOSE_OPTIONS, PURPOSES } from './purposes.js';
import type { QueryConditions } from './rules.js';

interface EditConditionsProps {
  readonly conditions: QueryConditions;
  readonly onChange: (conditions: QueryConditions) => void;
}

/** Whether a query needs a consent, and the purposes that a query without one may state. */
export function EditConditions({ conditions, onChange }: EditConditionsProps) {
  const { consent, permissible_purposes: purposes } = conditions;
  const needsConsent = consent === 'required';
  return (
    <Card withBorder padding="md">
      <Stack gap="md">
        <NativeSelect
          label="A query needs"
          value={consent}
          data={[
            { value: 'required', label: 'A consent of the subject in force' },
            {
              value: 'permissible_purpose',
              label: 'A consent of the subject in force, or a permissible purpose',
            },
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChange({
              ...conditions,
              consent: value === 'required' ? 'required' : 'permissible_purpose',
            })
          }
        />
        <MultiSelect
          searchable
          label="Permissible purposes"
          description={
            needsConsent
              ? 'Not used while a query needs a consent.'
              : 'With a selection, a query without a consent must state one of these purposes.'
          }
          placeholder={purposes.length === 0 ? 'Any purpose' : ''}
          disabled={needsConsent}
          data={PURPOSE_OPTIONS}
          renderOption={({ option }) => <Purpose value={option.value} label={option.label} />}
          value={purposes}
          onChange={(selected) =>
            onChange({
              ...conditions,
              permissible_purposes: PURPOSES.filter((purpose) => selected.includes(purpose)),
            })
          }
        />
      </Stack>
    </Card>
  );
}

function Purpose({ value, label }: { readonly value: string; readonly label: string }) {
  return (
    <div>
      <Text size="sm">{label}</Text>
      <Text size="xs" c="dimmed">
        {PURPOSE_OPTIONS.find((option) => option.value === value)?.basis}
      </Text>
    </div>
  );
}
