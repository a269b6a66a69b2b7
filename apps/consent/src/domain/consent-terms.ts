import {
  parseConsentedFields,
  parseScope,
  unknownFieldNames,
  unknownScopeNames,
} from '@ndx/catalog';
import { invalid, monthsAfter, quoted } from '@ndx/contracts';

/** Products, fields and expiry: the members of a consent that can be amended. */
export interface ConsentTerms {
  readonly scope: string;
  readonly consentedFields: string;
  readonly expiresAt: Date;
}

/** The terms as submitted. */
export interface TermsInput {
  readonly scope?: string | undefined;
  readonly consentedFields?: string | undefined;
  readonly expiresAt?: Date | undefined;
}

const VALIDITY_MONTHS = 12;

/**
 * The terms of a new consent. Defaults: any scope, every field, twelve months (design 6).
 * @throws VALIDATION_ERROR as `checkTerms`
 */
export function newTerms(input: TermsInput, now: Date): ConsentTerms {
  return {
    scope: '*',
    consentedFields: '*',
    expiresAt: monthsAfter(now, VALIDITY_MONTHS),
    ...checkTerms(input, now),
  };
}

/**
 * The given terms of an amendment (contract 4.1).
 * @throws VALIDATION_ERROR when none is given, else as `checkTerms`
 */
export function amendedTerms(input: TermsInput, now: Date): Partial<ConsentTerms> {
  if (Object.values(input).every((value) => value === undefined)) {
    throw invalid(
      'nothing_to_change',
      'at least one of scope, expires_at, consented_fields must be provided',
    );
  }
  return checkTerms(input, now);
}

/** @throws VALIDATION_ERROR naming the first field that the catalogue does not know */
export function checkFields(definitions: readonly string[]): readonly string[] {
  const [unknown] = unknownFieldNames(definitions);
  if (unknown !== undefined) throw invalid('unknown_field', `there is no field ${quoted(unknown)}`);
  return definitions;
}

/** @throws VALIDATION_ERROR for a name that the catalogue does not know, or an expiry in the past */
function checkTerms(
  { scope, consentedFields, expiresAt }: TermsInput,
  now: Date,
): Partial<ConsentTerms> {
  if (expiresAt && expiresAt <= now)
    throw invalid('invalid_window', 'expires_at must be in the future');
  return {
    ...(scope !== undefined && { scope: checkedScope(scope) }),
    ...(consentedFields !== undefined && { consentedFields: checkedFields(consentedFields) }),
    ...(expiresAt && { expiresAt }),
  };
}

function checkedScope(scope: string): string {
  const [unknown] = unknownScopeNames(scope);
  if (unknown !== undefined)
    throw invalid('unknown_product', `there is no product or template ${quoted(unknown)}`);
  return given('scope', parseScope(scope)).join(' ');
}

function checkedFields(consentedFields: string): string {
  return checkFields(given('consented_fields', parseConsentedFields(consentedFields))).join(',');
}

/** An empty list is invalid: it would consent to nothing. */
function given(member: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) throw invalid('invalid_value', `${quoted(member)} must not be empty`);
  return names;
}
