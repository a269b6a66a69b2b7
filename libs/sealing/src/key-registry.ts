import { createHmac } from 'node:crypto';
import type { DataSource, QueryRunner } from 'typeorm';
import { ConfigurationError } from '@ndx/config';
import { ForwardOnlyMigration } from '@ndx/postgres';
import type { SealingKeys } from './sealing-keys.js';

/** Records which keys a service's values may be under: known at boot without reading the values. */
export class CreateSealingKeys1700000000100 extends ForwardOnlyMigration {
  readonly name = 'CreateSealingKeys1700000000100';

  async up(runner: QueryRunner): Promise<void> {
    // The fingerprint detects another key of the same id and reveals nothing about the key.
    await runner.query(`
      create table sealing_key (
        id text primary key,
        fingerprint text not null,
        first_used_at timestamptz not null default now()
      )`);
  }
}

/**
 * Records the active key as one that this database's values are under, so that a missing key is
 * detected at boot and not at the first read.
 *
 * @throws ConfigurationError when values here are, or may be, under a key that is not configured
 */
export async function requireSealingKeys(
  service: string,
  dataSource: DataSource,
  keys: SealingKeys,
): Promise<void> {
  const used = await dataSource.query<{ id: string; fingerprint: string }[]>(
    'select id, fingerprint from sealing_key order by first_used_at',
  );
  const known = new Map(keys.map(({ id, key }) => [id, fingerprintOf(key)]));
  const problems = used.flatMap(({ id, fingerprint }) => {
    const given = known.get(id);
    if (given === fingerprint) return [];
    return given === undefined
      ? [`SEALING_KEYS: lacks the key ${id}, which values of this database are sealed with`]
      : [`SEALING_KEYS: has another key under the name ${id} than this database's values`];
  });
  if (problems.length > 0) throw new ConfigurationError(service, problems);
  const [active] = keys;
  if (!active) return;
  await dataSource.query(
    'insert into sealing_key (id, fingerprint) values ($1, $2) on conflict (id) do nothing',
    [active.id, fingerprintOf(active.key)],
  );
}

/** Records that the database needs only this key. */
export async function forgetKeysBut(dataSource: DataSource, activeKeyId: string): Promise<void> {
  await dataSource.query('delete from sealing_key where id <> $1', [activeKeyId]);
}

function fingerprintOf(key: Buffer): string {
  return createHmac('sha256', key).update('fingerprint of a sealing key').digest('base64url');
}
