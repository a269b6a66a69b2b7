import {
  BIRTH_DATE_RULE,
  CELL_ERROR_RULE,
  isBirthDate,
  isCellError,
  isIssuableSsn,
  normaliseEmail,
  normaliseRegistrationIdentifier,
  normaliseSsn,
  REGISTRATION_RULE,
} from '@ndx/catalog';
import { Text, TextThat, together, ValueThat, Visible } from '../shapes/shapes.js';

/** The indexed fields of an identity are bounded. */
const MAX_LENGTH = 500;

/** A field of an identity: entity normalises it, here it must only be a text. */
export function IdentityText(): PropertyDecorator {
  return together(
    Text(MAX_LENGTH),
    Visible(),
    TextThat('noCellError', (text) => !isCellError(text), CELL_ERROR_RULE),
  );
}

/** A date of birth is sent as a date-time of which only the day counts (contract 2.1). */
export function IsBirthDate(): PropertyDecorator {
  return TextThat('isBirthDate', isBirthDate, BIRTH_DATE_RULE, { format: 'date-time' });
}

/** An email in its normalised form; the same rule for every request. */
export function IsEmailAddress(): PropertyDecorator {
  return TextThat(
    'isEmailAddress',
    (text) => normaliseEmail(text) !== undefined,
    'must be an email',
    { format: 'email' },
  );
}

/** A social security number as text, with or without dashes, that can be an issued one. */
export function IsSocialSecurityNumber(): PropertyDecorator {
  return TextThat(
    'isSocialSecurityNumber',
    (text) => {
      const digits = normaliseSsn(text);
      return digits !== undefined && isIssuableSsn(digits);
    },
    'must be a social security number that can have been issued',
  );
}

/** A string here, an integer in contract 4.7: both identify the same registration. */
export function IsRegistrationIdentifier(): PropertyDecorator {
  return ValueThat(
    'isRegistrationIdentifier',
    (value) =>
      (typeof value === 'number' || (typeof value === 'string' && value.length <= MAX_LENGTH)) &&
      normaliseRegistrationIdentifier(value) !== undefined,
    REGISTRATION_RULE,
    // An integer is accepted too; clients of most languages have no type for both.
    { type: 'string', minLength: 1, maxLength: MAX_LENGTH },
  );
}
