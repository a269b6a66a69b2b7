import type { EntityManager } from 'typeorm';
import type { Business, BusinessClaim } from '../domain/business.js';
import type { Consumer, ConsumerClaim } from '../domain/consumer.js';
import type { Subject } from '../domain/subject.js';
import { BUSINESS_TABLE } from './business-table.js';
import { CONSUMER_TABLE } from './consumer-table.js';
import { selectMatches, type IdentityTable, type Lock, type Selection } from './identity-table.js';

/**
 * Every business of the networks that shares the number of a registration, in any jurisdiction, or
 * an EIN with a claim, and those separated by it: one statement for a batch.
 */
export function findBusinesses(
  manager: EntityManager,
  networkIds: readonly string[],
  claims: readonly BusinessClaim[],
  lock: Lock,
): Promise<Business[]> {
  const registrations = claims.flatMap((claim) => claim.registrations);
  const eins = claims.flatMap(({ ein }) => ein?.index ?? []);
  const nameKeys = claims.flatMap((claim) => claim.nameKeys);
  // Uses business_registration_pkey, business_by_ein and the small business_by_name_key; `or` would
  // scan the whole network.
  const condition = `i.id in (
    select r.business_id from unnest($1::uuid[]) network (id)
      cross join unnest($2::text[]) claim (key)
      join business_registration r on r.registration_key = claim.key and r.network_id = network.id
    union
    select b.id from unnest($1::uuid[]) network (id) cross join unnest($3::text[]) claim (index)
      join business_identity b on b.ein_index = claim.index and b.network_id = network.id
    union
    select b.id from business_identity b
      where b.name_match_hashes <> '{}' and b.name_match_hashes && $4::text[]
        and b.network_id = any($1::uuid[]))`;
  const keys = registrations.map(({ key }) => key);
  const parameters = [networkIds, keys, eins, nameKeys];
  return withSurvivors(manager, BUSINESS_TABLE, { condition, parameters }, lock);
}

/** Every consumer of the networks that shares an SSN with a claim. */
export function findConsumers(
  manager: EntityManager,
  networkIds: readonly string[],
  claims: readonly ConsumerClaim[],
  lock: Lock,
): Promise<Consumer[]> {
  // Uses consumer_by_ssn_ordinal. A merged consumer is found by the SSN of the remaining one.
  const condition = 'i.ssn_index = any($1::text[]) and i.network_id = any($2::uuid[])';
  const parameters = [claims.map(({ ssn }) => ssn.index), networkIds];
  return selectMatches(manager, CONSUMER_TABLE, { condition, parameters }, lock);
}

/** The subjects of a network by these ids; for one that was merged, the one into which it was. */
export async function findByIds<S extends Subject, Row>(
  manager: EntityManager,
  table: IdentityTable<S, Row>,
  networkId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, S>> {
  const condition = 'i.id = any($1::uuid[]) and i.network_id = $2';
  const parameters = [ids, networkId];
  const found = await withSurvivors(manager, table, { condition, parameters }, 'unlocked');
  const byId = new Map(found.map((one) => [one.id, one]));
  return new Map(
    ids.flatMap((id) => {
      const subject = byId.get(byId.get(id)?.mergedInto ?? id);
      return subject === undefined ? [] : [[id, subject] as const];
    }),
  );
}

/** The matching subjects, and the subjects into which they were merged. */
export async function withSurvivors<S extends Subject, Row>(
  manager: EntityManager,
  table: IdentityTable<S, Row>,
  selection: Selection,
  lock: Lock,
): Promise<S[]> {
  const found = await selectMatches(manager, table, selection, lock);
  const ids = new Set(found.flatMap(({ mergedInto }) => mergedInto ?? []));
  const further = [...ids].filter((id) => !found.some((one) => one.id === id));
  if (further.length === 0) return found;
  const byId = { condition: 'i.id = any($1::uuid[])', parameters: [further] };
  return [...found, ...(await selectMatches(manager, table, byId, lock))];
}
