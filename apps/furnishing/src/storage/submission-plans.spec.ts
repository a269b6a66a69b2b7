import { beforeAll, expect, test } from '@jest/globals';
import { useFurnishingService } from '../testing/furnishing-service.js';
import { pageOfSubmissions } from './submission-reader.js';

const FURNISHER = '0192d3c0-6e51-7d62-9e73-8f9012344501';
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const SUBMISSIONS = 20_000;

const service = useFurnishingService();

beforeAll(async () => {
  await service.sql(
    `insert into submission (id, network_id, furnishing_entity_id, account_id, dataset, record_count,
       accepted_count, submitted_at, judged_at)
     select md5(n::text)::uuid, $1, $1, $1, case n % 1000 when 0 then 'rare' else 'usual' end, 2,
       case n % 1000 when 1 then 0 when 2 then 1 else 2 end, now(), now()
     from generate_series(1, ${SUBMISSIONS}) n`,
    [FURNISHER],
  );
  await service.sql('analyze submission');
});

test.each([
  ['of some data', { dataset: 'rare' }, 'submission_by_dataset'],
  ['without an accepted record', { accepted: 'none' as const }, 'submission_rejected'],
  ['with a rejected record', { accepted: 'some' as const }, 'submission_rejected'],
])('a page of the submissions %s reads few others', async (_which, filters, index) => {
  const { dataset = null } = { dataset: undefined, ...filters };
  const rows = await service.sql<Readonly<Record<string, string>>>(
    `explain (analyze, timing off, buffers off, costs off, summary off)
     ${pageOfSubmissions(filters, 'newest_first')}`,
    [FURNISHER, null, dataset, null, null, LAST, 100],
  );
  const plan = rows.flatMap((row) => Object.values(row)).join('\n');
  expect(plan).toMatch(new RegExp(`Scan.*${index}`));
  const removed = /Rows Removed by Filter: (\d+)/.exec(plan)?.[1] ?? '0';
  expect(Number(removed)).toBeLessThan(SUBMISSIONS / 500);
});
