import {
  dayOf,
  isBirthDate,
  matchKeysOf,
  namedConsumer,
  ssnKeyOf,
  type MatchKey,
} from '@ndx/catalog';
import { invalid } from '@ndx/contracts';
import { ClaimInput, ofText, type ClaimFields } from './claim-input.js';
import type { ConsumerDescription } from './consumer.js';

/** A normalised claim about a consumer, with the SSN in plain text. */
export interface ConsumerInWords extends ConsumerDescription {
  readonly ssn: MatchKey;
  readonly keys: readonly MatchKey[];
}

/** @throws VALIDATION_ERROR naming the missing or invalid field */
export function readConsumer(fields: ClaimFields): ConsumerInWords {
  const input = new ClaimInput(fields);
  const named = namedConsumer(fields);
  return {
    ssn: readSsn(input, named),
    keys: matchKeysOf(named),
    firstName: input.required('first_name', () => named.first_name, 'a name'),
    lastName: input.required('last_name', () => named.last_name, 'a name'),
    dateOfBirth: input.required('date_of_birth', ofText(birthday), 'a date from 1900'),
    email: input.optional('personal_email', () => named.personal_email, 'an email'),
    phone: input.optional('phone_number', () => named.phone_number, 'a phone number'),
  };
}

function readSsn(input: ClaimInput, named: ReturnType<typeof namedConsumer>): MatchKey {
  const name = 'social_security_number';
  input.required(name, () => named[name], 'a social security number');
  const ssn = ssnKeyOf(named);
  if (!ssn) throw invalid('invalid_value', `${name}: is required`);
  return ssn;
}

function birthday(text: string): string | undefined {
  return isBirthDate(text) ? dayOf(text) : undefined;
}
