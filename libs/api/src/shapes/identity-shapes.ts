import { isDate, isDateTime, normaliseRegistrationIdentifier } from '@ndx/catalog';
import { Text, TextThat, ValueThat } from '../shapes/shapes.js';

/** What is indexed of an identity is bounded. */
const MAX_LENGTH = 500;

/** Part of an identity: entity normalises it, here it need only be text. */
export function IdentityText(): PropertyDecorator {
  return Text(MAX_LENGTH);
}

/** A birthday is sent as a date-time, of which only the day means anything (contract 2.1). */
export function IsBirthDate(): PropertyDecorator {
  return TextThat(
    'isBirthDate',
    (text) => isDateTime(text) || isDate(text),
    'must be an ISO 8601 date-time or date',
    { anyOf: [{ format: 'date-time' }, { format: 'date' }], examples: ['1990-01-15T00:00:00Z'] },
  );
}

/** A string here, an integer in contract 4.7: both name the same registration. */
export function IsRegistrationIdentifier(): PropertyDecorator {
  return ValueThat(
    'isRegistrationIdentifier',
    (value) =>
      (typeof value === 'number' || (typeof value === 'string' && value.length <= MAX_LENGTH)) &&
      normaliseRegistrationIdentifier(value) !== undefined,
    'must be a string or an integer that holds a registration identifier',
    {
      anyOf: [
        { type: 'string', maxLength: MAX_LENGTH },
        { type: 'integer', minimum: 0 },
      ],
      examples: ['5551234'],
    },
  );
}
