import type { ReplayCode } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ReplayMetrics } from '../metrics/replay-metrics.js';

/** The result of a replay, as far as it is kept. */
export interface JournalEntry {
  readonly event: { readonly query_event_id: string };
  readonly code: ReplayCode;
  readonly difference: { readonly path: string } | undefined;
}

const COUNT = `
insert into replay_count (code, count)
select code, count(*) from unnest($1::text[]) code group by code order by code
on conflict (code) do update set count = replay_count.count + excluded.count`;

const KEEP = `
insert into replay_mismatch (query_event_id, code, path)
select * from unnest($1::uuid[], $2::text[], $3::text[]) as found (id, code, path) order by id
on conflict (query_event_id) do update set code = excluded.code, path = excluded.path, found_at = now()`;

const CLEAR = 'delete from replay_mismatch where query_event_id = any($1::uuid[])';

/**
 * Counts replays, and keeps each mismatch until a replay of its query has none. In the database,
 * because the maintenance command ends before its metrics could be read.
 */
@Injectable()
export class ReplayJournal {
  constructor(
    private readonly dataSource: DataSource,
    metrics: ReplayMetrics,
  ) {
    metrics.observe({
      counts: () => dataSource.query('select code, count::float8 as count from replay_count'),
      mismatches: async () => {
        const [row] = await dataSource.query<{ count: number }[]>(
          'select count(*)::int as count from replay_mismatch',
        );
        return row?.count ?? 0;
      },
    });
  }

  async enter(replays: readonly JournalEntry[]): Promise<void> {
    const found = replays.filter(({ difference }) => difference);
    const clear = replays.filter(({ code }) => code === 'identical');
    const idsOf = (entries: readonly JournalEntry[]) =>
      entries.map(({ event }) => event.query_event_id);
    await this.dataSource.transaction(async (manager) => {
      await manager.query(COUNT, [replays.map(({ code }) => code)]);
      await manager.query(KEEP, [
        idsOf(found),
        found.map(({ code }) => code),
        found.map(({ difference }) => difference?.path),
      ]);
      await manager.query(CLEAR, [idsOf(clear)]);
    });
  }
}
