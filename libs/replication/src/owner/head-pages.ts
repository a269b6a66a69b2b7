import type { Aggregate } from '@ndx/contracts';
import type { DataSource } from 'typeorm';
import { rowsDigest, type RowVersion, type KeyRange } from '../subscriber/read-models.js';

/** Aggregates that are compared at once. */
const PAGE = 2_000;

/** A range of an owner's aggregates, and the digest that its rows must have. */
export interface HeadPage {
  readonly range: KeyRange;
  readonly digest: string;
}

const NEXT = `
select count(*)::int as size, max(key) as last, ${rowsDigest('key')} as digest from (
  select key, event_id from aggregate_head where aggregate = $1 and key > $2 order by key limit ${PAGE}
) as page`;

/** Every aggregate of a kind, page by page; the last page is open, for rows without an owner. */
export async function* headPages(
  dataSource: DataSource,
  aggregate: Aggregate,
): AsyncGenerator<HeadPage> {
  for (let after: string | null = null; ;) {
    const rows: { size: number; last: string | null; digest: string }[] = await dataSource.query(
      NEXT,
      [aggregate, after ?? ''],
    );
    const { size, last, digest } = rows[0] ?? { size: 0, last: null, digest: '' };
    const through: string | null = size < PAGE ? null : last;
    yield { range: { aggregate, after, through }, digest };
    if (through === null) return;
    after = through;
  }
}

const HEADS = `
select key, revision::float8 as revision, event_id from aggregate_head
where aggregate = $1 and key > $2 and ($3::text is null or key <= $3)`;

/** The last events of the aggregates of a range. */
export async function headsWithin(
  dataSource: DataSource,
  { aggregate, after, through }: KeyRange,
): Promise<readonly RowVersion[]> {
  return dataSource.query(HEADS, [aggregate, after ?? '', through]);
}
