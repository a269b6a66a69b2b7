import type { FieldRules } from './rules.js';

type Accepted = FieldRules['accepted_values'];

export function acceptedText(values: Accepted): string {
  return values?.map(String).join(', ') ?? '';
}

/** The values of a text with commas, as the type of the field has them; null for an empty text. */
export function readAccepted(text: string, type: string): Accepted {
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
