import type { EntityManager } from 'typeorm';
import type { Business } from '../domain/business.js';
import type { Consumer } from '../domain/consumer.js';
import type { Resolution } from '../domain/resolve-subjects.js';
import type { Subject } from '../domain/subject.js';
import { BUSINESS_TABLE } from './business-table.js';
import { CONSUMER_TABLE } from './consumer-table.js';
import { insertAll, insertRows, updateAll, type IdentityTable } from './identity-table.js';
import { REGISTRATION_TABLE, toRegistrationColumns } from './registration-table.js';

/** @throws LostRaceError when somebody else has stored one of them, or one of their keys */
export async function storeBusinesses(
  manager: EntityManager,
  resolution: Resolution<Business>,
): Promise<void> {
  await storeIdentities(manager, BUSINESS_TABLE, resolution);
  // Those that a business had stay as they are: it only gets more.
  const added = resolution.enriched.flatMap(({ before, after }) =>
    toRegistrationColumns(after).slice(before.registrations.length),
  );
  const rows = [...resolution.created.flatMap(toRegistrationColumns), ...added];
  await insertRows(manager, REGISTRATION_TABLE, rows);
}

/** @throws LostRaceError when somebody else has stored one of them, or one of their keys */
export function storeConsumers(
  manager: EntityManager,
  resolution: Resolution<Consumer>,
): Promise<void> {
  return storeIdentities(manager, CONSUMER_TABLE, resolution);
}

async function storeIdentities<S extends Subject, Row>(
  manager: EntityManager,
  table: IdentityTable<S, Row>,
  { created, enriched }: Resolution<S>,
): Promise<void> {
  const changed = enriched.map(({ after }) => after);
  await updateAll(manager, table, changed);
  await insertAll(manager, table, created);
}
