import { oneOf, searchReader, text, type SearchOf } from '../parts/search.js';
import type { SubjectKind } from './subject-kind.js';

/** The place of the queries in the page of a subject. */
export const SUBJECT_QUERIES = 'queries';

/** The criteria in an address. */
export const readCriteria = searchReader({
  business_legal_name: text,
  business_dba_name: text,
  business_email: text,
  first_name: text,
  last_name: text,
  personal_email: text,
  date_of_birth: text,
});

export type PublicCriteria = SearchOf<typeof readCriteria>;

type SecretCriterion = 'federal_ein' | 'social_security_number';

export interface Criterion {
  readonly name: keyof PublicCriteria | SecretCriterion;
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

const readKind = searchReader({ kind: oneOf(['consumer']) });

/** The kind and the criteria of a search, in the address; without the secret criteria. */
export function readSubjectSearch(search: Readonly<Record<string, unknown>>) {
  return { ...readKind(search), ...readCriteria(search) };
}
