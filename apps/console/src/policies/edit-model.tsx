import { Checkbox, Group, NativeSelect, NumberInput, Stack } from '@mantine/core';
import type { Participant, ProductField } from '@ndx/client';
import { CountedNote } from './counted-note.js';
import { EditFields } from './edit-fields.js';
import type { SectionCounts } from './furnished-values.js';
import { DISPUTED_DATA_WORDS } from './rule-words.js';
import { DISPUTED_DATA, type FieldRules, type ModelRules } from './rules.js';
import { SourcesInput } from './sources-input.js';

interface EditModelProps {
  readonly model: ModelRules;
  /** Its fields in the catalogue, by name. */
  readonly declared: ReadonlyMap<string, ProductField>;
  /** Undefined if the records are not counted. */
  readonly counts: SectionCounts | undefined;
  readonly participants: readonly Participant[];
  readonly onChange: (model: ModelRules) => void;
}

/** The rules of one model, and of its fields. */
export function EditModel({ model, declared, counts, participants, onChange }: EditModelProps) {
  const set = (change: Partial<ModelRules>) => onChange({ ...model, ...change });
  const replace = (changed: FieldRules) =>
    set({
      fields: model.fields.map((field) =>
        field.field_name === changed.field_name ? changed : field,
      ),
    });
  return (
    <Stack>
      <Group gap="lg">
        <Checkbox
          label="Released"
          checked={model.is_enabled}
          onChange={({ currentTarget: { checked } }) =>
            set({ is_enabled: checked, is_required: checked && model.is_required })
          }
        />
        <Checkbox
          label="Required"
          disabled={!model.is_enabled}
          checked={model.is_required}
          onChange={({ currentTarget: { checked } }) => set({ is_required: checked })}
        />
        <Checkbox
          label="Needs an attestation in force"
          checked={model.attestation_required}
          onChange={({ currentTarget: { checked } }) => set({ attestation_required: checked })}
        />
        <Checkbox
          label="Needs the consented name"
          checked={model.name_match === 'require'}
          onChange={({ currentTarget: { checked } }) =>
            set({ name_match: checked ? 'require' : 'report' })
          }
        />
      </Group>
      <Group gap="md" align="flex-start">
        <NumberInput
          label="Maximum age in days"
          placeholder="Any age"
          w={180}
          min={0}
          max={36_500}
          allowDecimal={false}
          value={model.max_age_days ?? ''}
          onChange={(value) => set({ max_age_days: value === '' ? null : Number(value) })}
        />
        <NativeSelect
          label="Disputed records"
          w={220}
          data={DISPUTED_DATA.map((value) => ({ value, label: DISPUTED_DATA_WORDS[value] }))}
          value={model.disputed_data}
          onChange={({ currentTarget: { selectedIndex } }) =>
            set({ disputed_data: DISPUTED_DATA[selectedIndex] ?? 'mark' })
          }
        />
        <SourcesInput
          label="Sources, in the order of preference"
          flex={1}
          miw={220}
          participants={participants}
          anySource="Any furnisher"
          value={model.selected_provenance_option_ids}
          onChange={(ids) => set({ selected_provenance_option_ids: ids })}
        />
      </Group>
      {model.is_enabled && counts && <CountedNote counts={counts} />}
      {model.is_enabled && (
        <EditFields
          fields={model.fields}
          declared={declared}
          counted={counts?.section.fields ?? []}
          participants={participants}
          onChange={replace}
        />
      )}
    </Stack>
  );
}
