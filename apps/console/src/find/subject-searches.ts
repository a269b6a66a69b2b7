import type { SubjectKind } from '../compliance/subject-kind.js';
import type { Criteria } from '../compliance/use-subjects.js';

/** A search of subjects that the text of the search box offers; each is an entry of the audit log. */
export interface SubjectSearch {
  readonly kind: SubjectKind;
  readonly label: string;
  readonly criteria: Criteria;
}

const EIN = /^(\d{2})-?(\d{7})$/;

/** The searches for a text: by a name, or by a complete EIN. */
export function subjectSearches(text: string): readonly SubjectSearch[] {
  const [ein, area = '', serial = ''] = EIN.exec(text) ?? [];
  if (ein !== undefined) {
    const criteria = { federal_ein: Number(area + serial) };
    return [{ kind: 'business', label: 'Search businesses by this EIN', criteria }];
  }
  const [first = '', last = '', ...more] = text.split(/\s+/);
  const isPerson = last !== '' && more.length === 0;
  return [
    {
      kind: 'business',
      label: `Search businesses for “${text}”`,
      criteria: { business_legal_name: text },
    },
    {
      kind: 'consumer',
      label: `Search consumers for “${text}”`,
      criteria: isPerson ? { first_name: first, last_name: last } : { last_name: text },
    },
  ];
}
