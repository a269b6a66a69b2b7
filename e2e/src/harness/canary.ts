import { randomInt, randomUUID } from 'node:crypto';
import { aSocialSecurityNumber } from '@ndx/testing';

/** A secret that is detected in texts, completely or in one of its forms. */
export interface Canary {
  readonly kind: string;
  readonly forms: readonly string[];
}

/** The identifiers of one person or business, unique in each run. */
export interface CanarySet {
  readonly ssn: Canary & { readonly digits: string };
  readonly shortSsn: Canary & { readonly digits: string };
  readonly ein: Canary & { readonly digits: string };
  readonly email: Canary & { readonly text: string };
  readonly dateOfBirth: Canary & { readonly date: string };
}

export function newCanaries(): CanarySet {
  const ssn = String(aSocialSecurityNumber());
  // Two leading zeros would leave too few digits to distinguish it from other numbers.
  const shortSsn = `0${randomInt(61_000_000, 79_000_000)}`;
  const ein = String(randomInt(910_000_000, 990_000_000));
  const email = `canary.${randomUUID().slice(0, 13)}@canaries.example`;
  // No other person in this system was born that long ago.
  const dateOfBirth = `19${randomInt(10, 20)}-0${randomInt(1, 9)}-${randomInt(11, 28)}`;
  return {
    ssn: { kind: 'SSN', digits: ssn, forms: formsOfSsn(ssn) },
    shortSsn: { kind: 'SSN', digits: shortSsn, forms: formsOfSsn(shortSsn) },
    ein: {
      kind: 'EIN',
      digits: ein,
      forms: [ein, `${ein.slice(0, 2)}-${ein.slice(2)}`],
    },
    email: { kind: 'email', text: email, forms: [email] },
    dateOfBirth: { kind: 'date of birth', date: dateOfBirth, forms: [dateOfBirth] },
  };
}

/** All secrets of one person or business. */
export function secretsOf({
  ssn,
  shortSsn,
  ein,
  email,
  dateOfBirth,
}: CanarySet): readonly Canary[] {
  return [ssn, shortSsn, ein, email, dateOfBirth];
}

function formsOfSsn(digits: string): readonly string[] {
  const dashed = `${digits.slice(0, 3)}-${digits.slice(3, 5)}-${digits.slice(5)}`;
  return [...new Set([digits, dashed, digits.replace(/^0+/, '')])];
}

/** The claims and the signature of a token, each of which is a secret, also in the whole token. */
export function tokenCanary(token: string): Canary {
  const [, payload = '', signature = ''] = token.split('.');
  return { kind: 'token', forms: [payload, signature] };
}

/** Returns the canaries found in a text; digits within a longer number do not count. */
export function finderOf(canaries: readonly Canary[]): (text: string) => readonly string[] {
  // One expression, because the texts are hundreds of megabytes.
  const any = new RegExp(canaries.flatMap(({ forms }) => forms.map(literalOf)).join('|'));
  return (text) => {
    if (!any.test(text)) return [];
    return canaries.flatMap(({ kind, forms }) =>
      forms
        .filter((form) => new RegExp(patternOf(form)).test(text))
        .map((form) => `${kind} in ${around(text, form)}`),
    );
  };
}

function patternOf(form: string): string {
  return `(^|[^0-9A-Za-z])${literalOf(form)}($|[^0-9A-Za-z])`;
}

function literalOf(form: string): string {
  return form.replaceAll(/[.+]/g, String.raw`\$&`);
}

function around(text: string, form: string): string {
  const place = text.indexOf(form);
  return `...${text.slice(Math.max(place - 80, 0), place + 12)}`;
}
