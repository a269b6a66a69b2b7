import { expect, test } from '@jest/globals';
import { useQueryService } from '../testing/use-query-service.js';
import { windowIn } from './feed-window.js';

const service = useQueryService();

const TIMES = `(values ('2026-01-01Z'::timestamptz), ('2026-01-02Z'), ('2026-01-03Z'))`;
const IDS = `(values ('01900000-0000-7000-8000-000000000001'::uuid),
  ('01900000-0000-7000-8000-000000000002'))`;

test.each([
  ['oldest_first' as const, '>'],
  ['newest_first' as const, '<'],
])('a window, %s, has the events in it after a position', async (order, is) => {
  const parameters = { from: '"from"', to: '"to"', at: 'at', id: 'id' };
  const [row] = await service.sql<{ events: number; wrong: number }>(`
    with window_of as (
      select * from (select * from ${TIMES} a union all select null) a ("from")
        cross join (select * from ${TIMES} b union all select null) b ("to")
        cross join (select * from ${TIMES} c, ${IDS} d union all select null, null) c (at, id)
    ), event as (select * from ${TIMES} e (occurred_at), ${IDS} f (query_event_id))
    select count(*) filter (where is_in)::int as events,
      count(*) filter (where is_in is distinct from (
        ("from" is null or occurred_at >= "from") and ("to" is null or occurred_at < "to")
        and (at is null or (occurred_at, query_event_id) ${is} (at, id))))::int as wrong
    from window_of cross join event
      cross join lateral (select ${windowIn(order, parameters)} as is_in) found`);
  expect(row).toEqual({ events: expect.any(Number), wrong: 0 });
  expect(row?.events).toBeGreaterThan(100);
});
