import { Checkbox } from '@mantine/core';
import type { CountedField, Participant, ProductField } from '@ndx/client';
import { DataTable } from '../parts/data-table.js';
import { inWords } from '../parts/words.js';
import { AcceptedValues } from './accepted-values.js';
import type { FieldRules } from './rules.js';
import { SourcesInput } from './sources-input.js';

interface EditFieldsProps {
  readonly fields: readonly FieldRules[];
  readonly declared: ReadonlyMap<string, ProductField>;
  /** How many records state the values of each field; empty if they are not counted. */
  readonly counted: readonly CountedField[];
  readonly participants: readonly Participant[];
  readonly onChange: (field: FieldRules) => void;
}

export function EditFields({ fields, declared, counted, participants, onChange }: EditFieldsProps) {
  return (
    <DataTable
      label="Fields"
      rows={fields}
      keyOf={({ field_name }) => field_name}
      minWidth={960}
      empty={null}
      columns={[
        { header: 'Field', cell: ({ field_name }) => inWords(field_name) },
        {
          header: 'Released',
          cell: (field) => (
            <Checkbox
              aria-label={`Release ${inWords(field.field_name)}`}
              checked={field.is_enabled}
              onChange={({ currentTarget: { checked } }) =>
                onChange({
                  ...field,
                  is_enabled: checked,
                  is_required: checked && field.is_required,
                })
              }
            />
          ),
        },
        {
          header: 'Required',
          cell: (field) => (
            <Checkbox
              aria-label={`Require ${inWords(field.field_name)}`}
              disabled={!field.is_enabled}
              checked={field.is_required}
              onChange={({ currentTarget: { checked } }) =>
                onChange({ ...field, is_required: checked })
              }
            />
          ),
        },
        {
          header: 'Accepted values, separated by commas',
          cell: (field) => (
            <AcceptedValues
              field={field}
              declared={declared.get(field.field_name)}
              counted={counted.find(({ field_name }) => field_name === field.field_name)}
              onChange={onChange}
            />
          ),
        },
        {
          header: 'Sources, in the order of preference',
          cell: (field) => (
            <SourcesInput
              size="xs"
              miw={220}
              aria-label={`Sources of ${inWords(field.field_name)}`}
              participants={participants}
              anySource="As the section"
              value={field.selected_provenance_option_ids}
              onChange={(ids) => onChange({ ...field, selected_provenance_option_ids: ids })}
            />
          ),
        },
      ]}
    />
  );
}
