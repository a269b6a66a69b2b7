import type { IdentityConflict } from '@ndx/client';

export type ConflictSubject = IdentityConflict['subjects'][number];
export type Statement = ConflictSubject['statements'][number];

/** The name that was stated first; the identifier of a subject without one. */
export function nameOfSubject({ identifier, statements }: ConflictSubject): string {
  for (const { business_legal_name, first_name, last_name } of statements) {
    const name = business_legal_name ?? [first_name, last_name].filter(Boolean).join(' ');
    if (name !== '') return name;
  }
  return identifier;
}
