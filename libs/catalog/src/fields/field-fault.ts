import type { Field } from './field.js';
import type { FieldTypeRule } from './field-type-rule.js';
import { ruleOf } from './field-types.js';
import { CELL_ERROR_RULE, isCellError } from './spreadsheet.js';
import { isStorable, STORABLE_RULE } from './storable.js';
import { isVisible, VISIBLE_RULE } from './visible-text.js';

/**
 * The fault of a field's value, or undefined. Continues "body -> field: ..." (contract 7.4).
 * Nothing is converted: `"5"` is not an integer.
 */
export function faultOf(field: Field, value: unknown): string | undefined {
  if (value === undefined) return field.required ? 'is required' : undefined;
  if (value === null) return field.nullable ? undefined : 'must not be null';
  const rule = ruleOf(field.type);
  if (!rule.accepts(value)) return rule.message;
  for (const text of Array.isArray(value) ? value : [value]) {
    const fault = typeof text === 'string' ? textFault(field, text, rule) : undefined;
    if (fault) return fault;
  }
  return undefined;
}

function textFault(
  field: Field,
  text: string,
  { maxLength = Infinity, visible }: FieldTypeRule,
): string | undefined {
  if (!isStorable(text)) return STORABLE_RULE;
  if (isCellError(text)) return CELL_ERROR_RULE;
  if (visible && !isVisible(text)) return VISIBLE_RULE;
  if (!field.large && text.length > maxLength) return `must be at most ${maxLength} characters`;
  if (field.required && !field.blank && text.trim() === '') return 'must not be empty';
  return undefined;
}
