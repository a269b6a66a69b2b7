import { partsOf, TEMPLATES } from '@ndx/catalog';
import { inTransaction } from '@ndx/postgres';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** A change of data, and the answers that it concerns; null for any. */
interface Cause {
  readonly keys: readonly string[] | null;
  readonly product_id: string | null;
  readonly network_id: string | null;
  readonly entity_id: string | null;
}

/** Causes that are applied together. */
const BATCH = 200;

const TAKE = `
delete from notice_cause where seq in (
  select seq from notice_cause order by seq limit $1 for update skip locked)
returning keys, product_id, network_id, entity_id`;

/**
 * Uses the index of the first condition that is not null. For given keys, Postgres would expect more
 * answers with each, and read the table instead: it does not know those of a select.
 */
export const MARK = `
insert into due_answer (query_event_id, due_at)
select query_event_id, now() from followed_answer
where ($1::text[] is null or keys && (select $1::text[]))
  and ($2::uuid[] is null or product_id = any($2))
  and ($3::uuid is null or network_ids @> array[$3::uuid]) and ($4::uuid is null or entity_id = $4)
order by query_event_id
on conflict (query_event_id) do update set due_at = least(due_answer.due_at, excluded.due_at)`;

/** The changes of data that triggers entered. */
@Injectable()
export class NoticeCauses {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Makes the answers due that the oldest changes concern. Replicas can call it concurrently.
   * @returns the number of changes
   */
  async apply(): Promise<number> {
    return inTransaction(this.dataSource, async (manager) => {
      const [causes] = await manager.query<[Cause[], number]>(TAKE, [BATCH]);
      for (const cause of together(causes)) await mark(manager, cause);
      return causes.length;
    });
  }

  /** Whether something waits; another process may be at work on it. */
  async hasWork(): Promise<boolean> {
    const [row] = await this.dataSource.query<{ has: boolean }[]>(`
      select exists (select from notice_cause) or exists (select from notice_backfill)
        or exists (select from due_answer where due_at <= now()) as has`);
    return row?.has ?? false;
  }

  /** The age of the oldest change or due answer, in seconds; 0 without one. */
  async lagSeconds(): Promise<number> {
    const [row] = await this.dataSource.query<{ lag: number }[]>(`
      select greatest(0, extract(epoch from clock_timestamp() - least(
        (select entered_at from notice_cause order by seq limit 1),
        (select min(entered_at) from notice_backfill),
        (select due_at from due_answer order by due_at limit 1))))::float8 as lag`);
    return row?.lag ?? 0;
  }
}

async function mark(manager: EntityManager, cause: Cause): Promise<void> {
  const { keys, product_id, network_id, entity_id } = cause;
  await manager.query(MARK, [keys, product_id && readersOf(product_id), network_id, entity_id]);
}

/** The causes that differ in their keys alone, as one. */
function together(causes: readonly Cause[]): Cause[] {
  const found = new Map<string, Cause>();
  for (const cause of causes) {
    const { keys, ...others } = cause;
    const kind = JSON.stringify([keys === null, others]);
    const known = found.get(kind)?.keys ?? [];
    found.set(kind, { ...others, keys: keys && [...new Set([...known, ...keys])] });
  }
  return [...found.values()];
}

/** The product or template, and the bundles that read it. */
function readersOf(productId: string): string[] {
  const bundles = TEMPLATES.filter((template) =>
    partsOf(template).some(({ id }) => id === productId),
  );
  return [productId, ...bundles.map(({ id }) => id)];
}
