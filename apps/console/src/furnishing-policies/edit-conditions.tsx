import { Card, Checkbox, Group, NumberInput, TextInput } from '@mantine/core';
import type { FurnishingEdit } from './furnishing-edit.js';
import { instantOrNull, minuteOf } from './period.js';

interface EditConditionsProps {
  readonly edit: FurnishingEdit;
  readonly onChange: (change: Partial<FurnishingEdit>) => void;
}

/** The conditions that are of no field: the age, the attestation, and the end of the policy. */
export function EditConditions({ edit, onChange }: EditConditionsProps) {
  const { rules, deprecated_on } = edit;
  return (
    <Card withBorder padding="md">
      <Group gap="lg" align="flex-end">
        <NumberInput
          label="Maximum age of a verification in days"
          placeholder="Any age"
          w={320}
          min={0}
          max={36_500}
          allowDecimal={false}
          value={rules.max_age_days ?? ''}
          onChange={(value) =>
            onChange({ rules: { ...rules, max_age_days: value === '' ? null : Number(value) } })
          }
        />
        <TextInput
          type="datetime-local"
          label="Ends"
          description="In your time zone. Empty: no end."
          value={minuteOf(deprecated_on)}
          onChange={({ currentTarget: { value } }) =>
            onChange({ deprecated_on: instantOrNull(value) })
          }
        />
        <Checkbox
          label="Needs an attestation in force"
          mb={8}
          checked={rules.attestation_required}
          onChange={({ currentTarget: { checked } }) =>
            onChange({ rules: { ...rules, attestation_required: checked } })
          }
        />
      </Group>
    </Card>
  );
}
