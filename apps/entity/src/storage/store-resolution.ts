import type { EntityManager } from 'typeorm';
import type { Business } from '../domain/business.js';
import type { Consumer } from '../domain/consumer.js';
import type { Resolution } from '../domain/resolve-subjects.js';
import type { Statements } from '../domain/statements.js';
import type { Subject } from '../domain/subject.js';
import { BUSINESS_TABLE } from './business-table.js';
import { CONSUMER_TABLE } from './consumer-table.js';
import { insertAll, insertRows, updateAll, type IdentityTable } from './identity-table.js';
import { REGISTRATION_TABLE, toRegistrationColumns } from './registration-table.js';
import {
  BUSINESS_STATEMENTS,
  CONSUMER_STATEMENTS,
  newStatementRows,
  type StatementPlace,
  type StatementTable,
} from './statement-tables.js';

/** The part of a resolution that is stored with the identities. */
type Stored<S> = Pick<Resolution<S>, 'created' | 'enriched'>;

/** @throws LostRaceError when another transaction has stored one of them, or one of their keys */
export async function storeBusinesses(
  manager: EntityManager,
  resolution: Stored<Business>,
): Promise<void> {
  await storeIdentities(manager, BUSINESS_TABLE, BUSINESS_STATEMENTS, resolution);
  // Existing registrations of a business do not change: new ones are added.
  const added = resolution.enriched.flatMap(({ before, after }) =>
    toRegistrationColumns(after).slice(before.registrations.length),
  );
  const rows = [...resolution.created.flatMap(toRegistrationColumns), ...added];
  await insertRows(manager, REGISTRATION_TABLE, rows);
}

/** @throws LostRaceError when another transaction has stored one of them, or one of their keys */
export function storeConsumers(
  manager: EntityManager,
  resolution: Stored<Consumer>,
): Promise<void> {
  return storeIdentities(manager, CONSUMER_TABLE, CONSUMER_STATEMENTS, resolution);
}

async function storeIdentities<
  D extends object,
  S extends Subject & { readonly statements: Statements<D> },
  Row,
>(
  manager: EntityManager,
  table: IdentityTable<S, Row>,
  statements: StatementTable<D, never>,
  { created, enriched }: Stored<S>,
): Promise<void> {
  const changed = enriched.map(({ after }) => after);
  await updateAll(manager, table, changed);
  await insertAll(manager, table, created);
  const rows = [
    ...created.flatMap((subject) => newStatementRows(statements, subject, [])),
    ...enriched.flatMap(({ before, after }) =>
      newStatementRows(statements, after, before.statements.others),
    ),
  ];
  await keepStatements(manager, statements, rows);
}

/** The identity is stored first; its revision detects concurrent writers of one statement. */
async function keepStatements(
  manager: EntityManager,
  { name, subjectColumn }: StatementPlace,
  rows: readonly object[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  const updated = columns.filter((column) => ![subjectColumn, 'entity_id'].includes(column));
  await manager.query(
    `insert into ${name} (${columns.join(', ')})
     select ${columns.join(', ')} from json_populate_recordset(null::${name}, $1)
     on conflict (${subjectColumn}, entity_id)
     do update set ${updated.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    [JSON.stringify(rows)],
  );
}
