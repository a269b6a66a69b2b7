import { sealedFieldsOf, TEMPLATES } from '@ndx/catalog';
import type { SealedColumn } from '@ndx/sealing';

/** What the catalogue seals: the names under which sealed values travel in furnished records. */
export const SEALED_FIELDS: readonly string[] = [
  ...new Set(TEMPLATES.flatMap((template) => sealedFieldsOf(template))),
];

/** Columns with sealed values that every service has. */
export const COMMON_SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'idempotency_key', column: 'answer' },
  { table: 'outbox', column: 'data', members: SEALED_FIELDS },
  { table: 'dead_letter', column: 'envelope', members: SEALED_FIELDS },
];
