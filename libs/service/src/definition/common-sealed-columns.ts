import { sealedFieldsOf, TEMPLATES } from '@ndx/catalog';
import type { SealedColumn } from '@ndx/sealing';

/** The catalogue's secret fields, under whose names encrypted values are in furnished records. */
export const SEALED_FIELDS: readonly string[] = [
  ...new Set(TEMPLATES.flatMap((template) => sealedFieldsOf(template))),
];

/** The columns with encrypted values of every service. */
export const COMMON_SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'idempotency_key', column: 'answer' },
  { table: 'outbox', column: 'data', members: SEALED_FIELDS },
  { table: 'dead_letter', column: 'envelope', members: SEALED_FIELDS },
];
