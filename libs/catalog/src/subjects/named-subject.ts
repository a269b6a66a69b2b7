import { DEFAULT_COUNTRY } from '@ndx/contracts';
import { dayOf } from '../fields/date-time.js';
import type { Subject } from '../product.js';
import { jurisdictionAmong } from './jurisdiction.js';
import {
  comparableLegalName,
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
 * identifier), an EIN with the legal name, or both. The legal name may be absent: the furnish request of contract 4.7
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
  readonly kind:
    | 'ssn'
    | 'ssn-and-birth-date'
    | 'ein'
    | 'ein-and-legal-name'
    | 'registration'
    | 'registration-and-legal-name';
  readonly value: string;
}

/**
 * The identifiers that match a subject, the same in every network, in order of precedence (design
 * 5, 9). An SSN alone matches nothing, nor does an EIN: the SSN needs the date of birth, the EIN the
 * legal name. Only a business that a governor separated is known by a registration with its legal
 * name: another one has the registration itself.
 */
export function matchKeysOf(named: NamedConsumer | NamedBusiness): readonly MatchKey[] {
  if (named.subject === 'consumer') {
    const { social_security_number: ssn, date_of_birth: dateOfBirth } = named;
    return keyOf('ssn-and-birth-date', together(ssn, dateOfBirth));
  }
  const jurisdiction = named.business_jurisdiction_of_formation;
  const identifier = named.business_registration_identifier_from_jurisdiction_of_formation;
  const legalName = comparableLegalName(named.business_legal_name ?? '');
  return [
    ...keyOf('registration-and-legal-name', together(jurisdiction, identifier, legalName)),
    ...keyOf('registration', together(jurisdiction, identifier)),
    ...keyOf('ein-and-legal-name', together(named.federal_ein, legalName)),
  ];
}

/** The SSN by which a network finds the consumers that share it. */
export function ssnKeyOf({ social_security_number: ssn }: NamedConsumer): MatchKey | undefined {
  return ssn === null ? undefined : { kind: 'ssn', value: ssn };
}

/** The EIN that businesses of a network may share. */
export function einKeyOf({ federal_ein: ein }: NamedBusiness): MatchKey | undefined {
  return ein === null ? undefined : { kind: 'ein', value: ein };
}

function together(...values: readonly (string | null | undefined)[]): string | null {
  return values.every(Boolean) ? JSON.stringify(values) : null;
}

function keyOf(kind: MatchKey['kind'], value: string | null): MatchKey[] {
  return value === null ? [] : [{ kind, value }];
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
