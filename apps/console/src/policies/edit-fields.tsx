import { Checkbox, TextInput } from '@mantine/core';
import type { Participant, ProductField } from '@ndx/client';
import { useState } from 'react';
import { DataTable } from '../parts/data-table.js';
import { inWords } from '../parts/words.js';
import type { FieldRules } from './rules.js';
import { SourcesInput } from './sources-input.js';

interface EditFieldsProps {
  readonly fields: readonly FieldRules[];
  readonly declared: ReadonlyMap<string, ProductField>;
  readonly participants: readonly Participant[];
  readonly onChange: (field: FieldRules) => void;
}

export function EditFields({ fields, declared, participants, onChange }: EditFieldsProps) {
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

interface AcceptedValuesProps {
  readonly field: FieldRules;
  readonly declared: ProductField | undefined;
  readonly onChange: (field: FieldRules) => void;
}

function AcceptedValues({ field, declared, onChange }: AcceptedValuesProps) {
  const [text, setText] = useState(acceptedText(field.accepted_values));
  return (
    <TextInput
      size="xs"
      aria-label={`Accepted values of ${inWords(field.field_name)}`}
      placeholder="Any value"
      description={unusualInWords(field.accepted_values, declared?.known_values ?? [])}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        onChange({
          ...field,
          accepted_values: readAccepted(value, declared?.field_type ?? 'string'),
        });
      }}
    />
  );
}

type Accepted = FieldRules['accepted_values'];

/** Which accepted values are not usual ones, if any; the server rejects misspelled ones. */
function unusualInWords(values: Accepted, known: readonly string[]): string | undefined {
  const unusual = (values ?? []).map(String).filter((value) => !known.includes(value));
  if (known.length === 0 || unusual.length === 0) return undefined;
  return `Not usual: ${unusual.join(', ')}. Usual values: ${known.join(', ')}`;
}

function acceptedText(values: Accepted): string {
  return values?.map(String).join(', ') ?? '';
}

/** The values of a text with commas, as the type of the field has them; null for an empty text. */
function readAccepted(text: string, type: string): Accepted {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  return parts.length === 0 ? null : parts.map((part) => valueOf(part, type));
}

/** A text that is not a value of the type is returned unchanged; the server then rejects it. */
function valueOf(text: string, type: string): string | number | boolean {
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  const isNumber = (type === 'integer' || type === 'number') && Number.isFinite(Number(text));
  return isNumber ? Number(text) : text;
}
