import { kybCertificate } from '@ndx/catalog';
import type { QueryEvent } from '@ndx/contracts';
import type { Decision } from '@ndx/product-query/domain/decision';
import {
  consideredRecords,
  type FurnishedRecord,
  type PastQuery,
} from '@ndx/product-query/domain/replay/replay-certificate';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import pg from 'pg';

/** Answered queries with what their answers were made from. */
export interface History {
  readonly queries: readonly PastQuery[];
  readonly records: ReadonlyMap<string, FurnishedRecord>;
}

const QUERIES = `
select payload, decision from query_event
where occurred_at >= $1 order by occurred_at, query_event_id limit $2`;

const RECORDS = `
select r.id as record_id, s.network_id, s.dataset, r.subject_type, r.subject_id,
       s.furnishing_entity_id, s.submitted_at as furnished_at, r.models
from furnished_record r join submission s on s.id = r.submission_id
where r.id = any($1::uuid[])`;

/**
 * Reads the first queries since a time, from the databases. No policy governed them.
 * @throws Error when there are fewer
 */
export async function readHistory(
  network: LocalNetwork,
  since: string,
  count: number,
): Promise<History> {
  const rows = await select<{ payload: string; decision: string }>(
    network.databases.urls.get('product-query'),
    QUERIES,
    [since, count],
  );
  if (rows.length < count) throw new Error(`${rows.length} of ${count} queries are stored`);
  const queries = rows.map(({ payload, decision }) => ({
    product: kybCertificate,
    event: JSON.parse(payload) as QueryEvent,
    decision: JSON.parse(decision) as Decision,
    selectionsOf: noPolicy,
  }));
  const considered = new Set(queries.flatMap(({ decision }) => consideredRecords(decision)));
  const records = await select<Omit<FurnishedRecord, 'furnished_at'> & { furnished_at: Date }>(
    network.databases.urls.get('furnishing'),
    RECORDS,
    [[...considered]],
  );
  const furnished = records.map((row) => ({
    ...row,
    furnished_at: row.furnished_at.toISOString(),
  }));
  return { queries, records: new Map(furnished.map((record) => [record.record_id, record])) };
}

async function select<Row extends pg.QueryResultRow>(
  url: string | undefined,
  statement: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(statement, [...values])).rows;
  } finally {
    await client.end();
  }
}

function noPolicy(): never {
  throw new Error('the queries of the bench have no policy');
}
