import {
  einKeyOf,
  isFormationDate,
  JURISDICTION_FORMS,
  matchKeysOf,
  namedBusiness,
  normaliseEmail,
  normaliseName,
  normalisePhone,
  type MatchKey,
  type NamedBusiness,
} from '@ndx/catalog';
import { DEFAULT_COUNTRY, invalid } from '@ndx/contracts';
import type { BusinessDescription, Registration } from './business.js';
import { ClaimInput, ofText, type ClaimFields } from './claim-input.js';

/** A normalised claim about a business, with identifiers in plain text. */
export interface BusinessInWords extends Omit<BusinessDescription, 'einIndex' | 'einLastFour'> {
  readonly registration: (Omit<Registration, 'matchHash'> & { readonly match: MatchKey }) | null;
  readonly ein: MatchKey | null;
  /** The EIN with the legal name, if both are stated. */
  readonly einWithName: MatchKey | null;
  /** The registration with the legal name, if both are stated. */
  readonly registrationWithName: MatchKey | null;
}

const REGISTRATION = 'business_registration_identifier_from_jurisdiction_of_formation';
const JURISDICTION = 'business_jurisdiction_of_formation';
const EIN_TYPE = 'business_tax_identifier_type';
const EIN = 'business_tax_identifier_value';

/**
 * @param countries of the claim's networks; a bare jurisdiction is a subdivision of one of them
 * @throws VALIDATION_ERROR naming the invalid field, or the missing identifying fields
 */
export function readBusiness(
  fields: ClaimFields,
  countries: readonly string[] = [DEFAULT_COUNTRY],
): BusinessInWords {
  const input = new ClaimInput(fields);
  const named = namedBusiness(fields, countries);
  const registration = readRegistration(input, named);
  const ein = readEin(input, named);
  const keyOf = (wanted: MatchKey['kind']) =>
    matchKeysOf(named).find(({ kind }) => kind === wanted) ?? null;
  const einWithName = ein && keyOf('ein-and-legal-name');
  if (!registration && !einWithName) {
    throw invalid(
      'invalid_value',
      `${REGISTRATION}: is required with ${JURISDICTION} unless there are an EIN and a legal name`,
    );
  }
  return {
    registration,
    ein,
    einWithName,
    registrationWithName: registration && keyOf('registration-and-legal-name'),
    legalName: input.text('business_legal_name'),
    dbaName: input.text('business_dba_name'),
    email: input.optional('business_email', ofText(normaliseEmail), 'an email'),
    phone: input.optional('business_phone', normalisePhone, 'a phone number'),
    websiteUrl: input.text('business_website_url'),
    entityType: input.text('business_entity_type'),
    dateOfIncorporation: input.optional(
      'business_date_of_incorporation',
      ofText((day) => (isFormationDate(day) ? day : undefined)),
      'a date (YYYY-MM-DD) from 1600',
    ),
  };
}

/** A registration needs both the jurisdiction and the identifier. */
function readRegistration(
  input: ClaimInput,
  named: NamedBusiness,
): BusinessInWords['registration'] {
  const meaning = 'a registration identifier';
  const jurisdiction = input.optional(JURISDICTION, () => named[JURISDICTION], JURISDICTION_FORMS);
  const key = input.optional(REGISTRATION, () => named[REGISTRATION], meaning);
  const identifier = input.optional(REGISTRATION, (id) => normaliseName(String(id)), meaning);
  const match = matchKeysOf(named).find(({ kind }) => kind === 'registration');
  if (jurisdiction === null || key === null || identifier === null || !match) return null;
  return { jurisdiction, identifier, key, match };
}

/** A tax identifier of another kind, or of another country, does not identify a business here. */
function readEin(input: ClaimInput, named: NamedBusiness): MatchKey | null {
  if (input.isAbsent(EIN) || !isEinExpected(input)) return null;
  input.optional(EIN, () => named.federal_ein, `an EIN, unless ${EIN_TYPE} says otherwise`);
  return einKeyOf(named) ?? null;
}

/** A type is an EIN if the catalogue accepts a valid EIN under it. */
function isEinExpected(input: ClaimInput): boolean {
  const example = { [EIN_TYPE]: input.text(EIN_TYPE), [EIN]: '123456789' };
  return namedBusiness(example).federal_ein !== null;
}
