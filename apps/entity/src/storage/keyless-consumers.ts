import type { EntityManager } from 'typeorm';

/** A consumer from before match keys existed. */
export interface KeylessConsumer {
  readonly id: string;
  readonly ssn_sealed: string;
  readonly date_of_birth: string;
  readonly last_name: string;
}

/**
 * Rows with these ids, or a batch after an id; locked, skipping rows that another replica has
 * locked.
 */
export async function lockKeyless(
  manager: EntityManager,
  which: { readonly ids: readonly string[] } | { readonly after: string; readonly limit: number },
): Promise<KeylessConsumer[]> {
  const columns = 'id, ssn_sealed, date_of_birth::text, last_name';
  // By consumer_without_hashes.
  const keyless = `select ${columns} from consumer_identity where match_hashes is null`;
  return 'ids' in which
    ? manager.query(`${keyless} and id = any($1::uuid[]) order by id for update`, [which.ids])
    : manager.query(`${keyless} and id > $1 order by id limit $2 for update skip locked`, [
        which.after,
        which.limit,
      ]);
}

/** Each with its next revision. */
export async function storeKeys(
  manager: EntityManager,
  consumers: readonly { readonly id: string; readonly keys: readonly string[] }[],
): Promise<void> {
  await manager.query(
    `update consumer_identity i set match_hashes = new.keys, revision = i.revision + 1
     from json_to_recordset($1) new (id uuid, keys text[]) where i.id = new.id`,
    [JSON.stringify(consumers)],
  );
}
