import { DEFAULT_COUNTRY } from '@ndx/contracts';
import { dayOf } from '../fields/date-time.js';
import type { Subject } from '../product.js';
import { jurisdictionAmong } from './jurisdiction.js';
import {
  comparableLastName,
  normaliseEin,
  normaliseEmail,
  normaliseName,
  normalisePhone,
  normaliseRegistrationIdentifier,
  normaliseSsn,
  normaliseZip,
} from './normalise.js';

/** A consumer of a request; every value normalised (design 5), null where absent. */
export interface NamedConsumer {
  readonly subject: 'consumer';
  readonly social_security_number: string | null;
  /** `YYYY-MM-DD`. */
  readonly date_of_birth: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly personal_email: string | null;
  readonly phone_number: string | null;
  readonly personal_address_zip: string | null;
}

/** A business of a request; every value normalised, null where absent. */
export interface NamedBusiness {
  readonly subject: 'business';
  readonly business_legal_name: string | null;
  readonly business_dba_name: string | null;
  readonly business_jurisdiction_of_formation: string | null;
  readonly business_registration_identifier_from_jurisdiction_of_formation: string | null;
  /** The tax identifier, if it is an EIN. */
  readonly federal_ein: string | null;
}

type Request = Readonly<Record<string, unknown>>;

/** Reads a consumer from the inputs of any product or template (contract 4.7). */
export function namedConsumer(request: Request): NamedConsumer {
  const { text, either } = reader(request);
  return {
    subject: 'consumer',
    social_security_number: either('social_security_number', normaliseSsn),
    date_of_birth: text('date_of_birth', dayOf),
    first_name: text('first_name', normaliseName),
    last_name: text('last_name', normaliseName),
    personal_email: text('personal_email', normaliseEmail),
    phone_number: either('phone_number', normalisePhone),
    personal_address_zip: either('personal_address_zip', normaliseZip),
  };
}

/**
 * Reads a business from the inputs of any product or template: (jurisdiction, registration
 * identifier), an EIN, or both. The legal name may be absent: the furnish request of contract 4.7
 * has none.
 * @param countries of the networks: a bare jurisdiction is a subdivision of them
 */
export function namedBusiness(
  request: Request,
  countries: readonly string[] = [DEFAULT_COUNTRY],
): NamedBusiness {
  const { text, either } = reader(request);
  const isEin = text('business_tax_identifier_type', (type) => (namesEin(type) ? 'ein' : 'other'));
  return {
    subject: 'business',
    business_legal_name: text('business_legal_name', normaliseName),
    business_dba_name: text('business_dba_name', normaliseName),
    business_jurisdiction_of_formation: text('business_jurisdiction_of_formation', (jurisdiction) =>
      jurisdictionAmong(jurisdiction, countries),
    ),
    business_registration_identifier_from_jurisdiction_of_formation: either(
      'business_registration_identifier_from_jurisdiction_of_formation',
      normaliseRegistrationIdentifier,
    ),
    federal_ein: isEin === 'other' ? null : either('business_tax_identifier_value', normaliseEin),
  };
}

export function namedSubject(
  subject: Subject,
  request: Request,
  countries?: readonly string[],
): NamedConsumer | NamedBusiness {
  return subject === 'consumer' ? namedConsumer(request) : namedBusiness(request, countries);
}

/** An identifier by which a subject is matched: the hashed value, and its kind. */
export interface MatchKey {
  readonly kind: 'ssn' | 'ssn-and-birth-date' | 'ssn-and-last-name' | 'ein' | 'registration';
  readonly value: string;
}

/** The identifiers that match a subject, the same in every network (design 5, 9). */
export function matchKeysOf(named: NamedConsumer | NamedBusiness): readonly MatchKey[] {
  if (named.subject === 'consumer') {
    const { social_security_number: ssn, date_of_birth: dateOfBirth, last_name: lastName } = named;
    return ssn === null ? [] : consumerMatchKeys(ssn, { dateOfBirth, lastName });
  }
  const jurisdiction = named.business_jurisdiction_of_formation;
  const identifier = named.business_registration_identifier_from_jurisdiction_of_formation;
  const registration =
    jurisdiction && identifier ? [registrationMatchKey(jurisdiction, identifier)] : [];
  return [...registration, ...keyOf('ein', named.federal_ein)];
}

/**
 * An SSN alone does not match: it needs the date of birth, which takes precedence, or the last name
 * (design 5).
 */
export function consumerMatchKeys(
  ssn: string,
  said: { readonly dateOfBirth: string | null; readonly lastName: string | null },
): MatchKey[] {
  const lastName = said.lastName === null ? undefined : comparableLastName(said.lastName);
  const together = (value: string | null | undefined) =>
    value ? JSON.stringify([ssn, value]) : null;
  return [
    ...keyOf('ssn-and-birth-date', together(said.dateOfBirth)),
    ...keyOf('ssn-and-last-name', together(lastName)),
  ];
}

/** The SSN by which a network finds the consumers that share it. */
export function ssnKeyOf({ social_security_number: ssn }: NamedConsumer): MatchKey | undefined {
  return ssn === null ? undefined : { kind: 'ssn', value: ssn };
}

/** The match key of a normalised jurisdiction and registration identifier. */
export function registrationMatchKey(jurisdiction: string, identifier: string): MatchKey {
  return { kind: 'registration', value: JSON.stringify([jurisdiction, identifier]) };
}

function keyOf(kind: MatchKey['kind'], value: string | null): MatchKey[] {
  return value === null || value === '' ? [] : [{ kind, value }];
}

/** A tax identifier without a type counts as an EIN; one of another type is never matched. */
function namesEin(type: string): boolean {
  const letters = type.toUpperCase().replace(/[^A-Z]/g, '');
  return letters === '' || /EIN|^TIN$|EMPLOYERIDENTIFICATION/.test(letters);
}

function reader(request: Request) {
  const text = (name: string, normalise: (value: string) => string | undefined) => {
    const value = request[name];
    return (typeof value === 'string' ? normalise(value) : undefined) ?? null;
  };
  const either = (name: string, normalise: (value: string | number) => string | undefined) => {
    const value = request[name];
    const isGiven = typeof value === 'string' || typeof value === 'number';
    return (isGiven ? normalise(value) : undefined) ?? null;
  };
  return { text, either };
}
