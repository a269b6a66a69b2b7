import { Stack, TextInput } from '@mantine/core';
import type { CountedField, ProductField } from '@ndx/client';
import { useState } from 'react';
import { inWords } from '../parts/words.js';
import { ChooseValues } from './choose-values.js';
import { boundsInWords, suggestedValues } from './furnished-values.js';
import type { FieldRules } from './rules.js';

interface AcceptedValuesProps {
  readonly field: FieldRules;
  readonly declared: ProductField | undefined;
  /** Undefined if the records are not counted. */
  readonly counted: CountedField | undefined;
  readonly onChange: (field: FieldRules) => void;
}

/** The accepted values of a field, to type or to choose. */
export function AcceptedValues({ field, declared, counted, onChange }: AcceptedValuesProps) {
  const [text, setText] = useState(acceptedText(field.accepted_values));
  const name = inWords(field.field_name);
  const accepted = partsOf(text);
  const suggested = suggestedValues(declared, counted);
  const set = (value: string) => {
    setText(value);
    const accepted_values = readAccepted(value, declared?.field_type ?? 'string');
    onChange({ ...field, accepted_values });
  };
  const toggle = (value: string) => {
    const others = accepted.filter((each) => each !== value);
    const isAccepted = others.length < accepted.length;
    set((isAccepted ? others : [...accepted, value]).join(', '));
  };
  return (
    <Stack gap={4} align="flex-start">
      <TextInput
        size="xs"
        w="100%"
        aria-label={`Accepted values of ${name}`}
        placeholder="Any value"
        description={unusualInWords(field.accepted_values, declared?.known_values ?? [])}
        value={text}
        onChange={({ currentTarget: { value } }) => set(value)}
      />
      {suggested.length > 0 && (
        <ChooseValues
          name={name}
          suggested={suggested}
          others={counted && boundsInWords(counted.other)}
          accepted={accepted}
          onToggle={toggle}
        />
      )}
    </Stack>
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

/** The values of a text with commas. */
function partsOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/** The values of a text as the type of the field has them; null for an empty text. */
function readAccepted(text: string, type: string): Accepted {
  const parts = partsOf(text);
  return parts.length === 0 ? null : parts.map((part) => valueOf(part, type));
}

/** A text that is not a value of the type is returned unchanged; the server then rejects it. */
function valueOf(text: string, type: string): string | number | boolean {
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  const isNumber = (type === 'integer' || type === 'number') && Number.isFinite(Number(text));
  return isNumber ? Number(text) : text;
}
