import type { SubjectKind } from './subject-kind.js';

const IN_ADDRESS = [
  'business_legal_name',
  'business_dba_name',
  'business_email',
  'first_name',
  'last_name',
  'personal_email',
  'date_of_birth',
] as const;

type PublicCriterion = (typeof IN_ADDRESS)[number];
export type SecretCriterion = 'federal_ein' | 'social_security_number';

export interface Criterion {
  readonly name: PublicCriterion | SecretCriterion;
  readonly label: string;
  /** Never in the address, and masked during input. */
  readonly isSecret?: true;
}

/** The criteria of a search (contract 4.2). */
export const CRITERIA: Readonly<Record<SubjectKind, readonly Criterion[]>> = {
  business: [
    { name: 'business_legal_name', label: 'Legal name' },
    { name: 'business_dba_name', label: 'Trade name' },
    { name: 'business_email', label: 'Email' },
    { name: 'federal_ein', label: 'EIN, 9 digits', isSecret: true },
  ],
  consumer: [
    { name: 'first_name', label: 'First name' },
    { name: 'last_name', label: 'Last name' },
    { name: 'personal_email', label: 'Email' },
    { name: 'date_of_birth', label: 'Date of birth' },
    { name: 'social_security_number', label: 'SSN, 9 digits', isSecret: true },
  ],
};

/** The kind and the criteria of a search, in the address; without the secret criteria. */
export interface SubjectSearch extends Partial<Readonly<Record<PublicCriterion, string>>> {
  readonly kind?: 'consumer';
}

export type PublicCriteria = Omit<SubjectSearch, 'kind'>;

export function readSubjectSearch(search: Record<string, unknown>): SubjectSearch {
  return { ...(search['kind'] === 'consumer' && { kind: 'consumer' }), ...criteriaOf(search) };
}

/** The criteria in an address. The router reads a text of digits as a number; it is text again here. */
export function criteriaOf(
  search: Readonly<Record<string, unknown>> | SubjectSearch,
): PublicCriteria {
  const values: Readonly<Record<string, unknown>> = { ...search };
  return Object.fromEntries(
    IN_ADDRESS.flatMap((name) => {
      const value = values[name];
      const text = typeof value === 'number' ? String(value) : value;
      return typeof text === 'string' && text !== '' ? [[name, text] as const] : [];
    }),
  );
}
