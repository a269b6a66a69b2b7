import { KeyedHash } from '@ndx/sealing';
import { DEMO_NETWORK } from '@ndx/tools/network/demo-network';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import type pg from 'pg';
import { inDatabase } from '../in-database.js';
import { BUSINESSES, CONSUMERS, REGISTRATIONS } from './identity-statements.js';
import { createWords } from './words.js';

/** Number of consumers and of businesses with a known SSN or EIN. */
const KNOWN = 500;

/** Identifiers that an exact search finds. */
export interface KnownIdentifiers {
  /** Each has nine digits. */
  readonly ssns: readonly string[];
  readonly eins: readonly string[];
}

/**
 * Inserts `count` consumers and `count` businesses into entity's database by SQL. The rows have the
 * service's format, and the names have a realistic frequency distribution.
 */
export async function fillIdentities(
  network: LocalNetwork,
  count: number,
): Promise<KnownIdentifiers> {
  const blindIndex = new KeyedHash(network.environment('entity')['BLIND_INDEX_KEY'] ?? '');
  const known = Array.from({ length: Math.min(KNOWN, count) }, (_, index) =>
    String(100_000_001 + index * 7_919),
  );
  await inDatabase(network, 'entity', async (client) => {
    await client.query("set synchronous_commit = off; set maintenance_work_mem = '512MB'");
    await createWords(client);
    const parameters = (kind: 'ssn' | 'ein') => [
      count,
      DEMO_NETWORK.id,
      known.map((value) => blindIndex.of(kind, value)),
    ];
    await withoutPartsIndexes(client, async () => {
      await client.query(CONSUMERS, parameters('ssn'));
      await client.query(BUSINESSES, parameters('ein'));
    });
    await client.query(REGISTRATIONS, [DEMO_NETWORK.id]);
    for (const table of ['consumer_identity', 'business_identity', 'business_registration']) {
      await client.query(`vacuum analyze ${table}`);
    }
  });
  return { ssns: known, eins: known };
}

/** Building a trigram index after the inserts is much faster than updating it for each row. */
async function withoutPartsIndexes(client: pg.Client, fill: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename in ('consumer_identity', 'business_identity') and indexdef like '% gin %'`,
  );
  for (const { name } of rows) await client.query(`drop index ${client.escapeIdentifier(name)}`);
  await fill();
  for (const { definition } of rows) await client.query(definition);
}
