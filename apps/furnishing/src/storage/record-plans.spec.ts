import { beforeAll, describe, expect, test } from '@jest/globals';
import { useFurnishingService } from '../testing/furnishing-service.js';
import { countOfRecords, pageOfRecords, type RecordFilters } from './listed-records.js';

const NETWORK = '0192d3c0-6e51-7d62-9e73-8f9012344500';
const FURNISHER = '0192d3c0-6e51-7d62-9e73-8f9012344501';
const RECORDS = 20_000;
/** Of the furnisher's records; the others of its ended ones are corrected. */
const WITHDRAWN = 10;
/** More than a page of 100 needs. */
const FEW = 600;
const START = {
  oldest_first: '00000000-0000-0000-0000-000000000000',
  newest_first: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};

const service = useFurnishingService();

/** Half of the records are the furnisher's, each in its submission; a third of all ended. */
beforeAll(async () => {
  await service.sql(
    `insert into submission (id, network_id, furnishing_entity_id, account_id, dataset, record_count,
       accepted_count, submitted_at, judged_at)
     select md5(n::text)::uuid, $1::uuid, case n % 2 when 0 then $2::uuid else $1 end, $1, 'kyb_certificate', 1, 1,
       now() - n * interval '1 hour', now()
     from generate_series(1, ${RECORDS}) n`,
    [NETWORK, FURNISHER],
  );
  await service.sql(`
    insert into furnished_record (id, submission_id, position, subject_type, subject_id, models)
    select md5('record' || n)::uuid, md5(n::text)::uuid, 0, 'business', md5('subject' || n)::uuid, '{}'
    from generate_series(1, ${RECORDS}) n`);
  await service.sql(
    `insert into record_end (id, network_id, submission_id, furnishing_entity_id, state, ended_at, revision)
     select md5('record' || n)::uuid, $1::uuid, md5(n::text)::uuid, case n % 2 when 0 then $2::uuid else $1::uuid end,
       case when n <= ${6 * WITHDRAWN} then 'withdrawn' else 'corrected' end, now(), 1
     from generate_series(3, ${RECORDS}, 3) n`,
    [NETWORK, FURNISHER],
  );
  for (const table of ['submission', 'furnished_record', 'record_end']) {
    await service.sql(`vacuum analyze ${table}`);
  }
});

interface Wanted {
  readonly subject?: string;
  readonly day?: readonly [from: string, to: string];
}

async function planOf(statement: string, { subject, day }: Wanted, ...place: readonly unknown[]) {
  const rows = await service.sql<Readonly<Record<string, string>>>(
    `explain (analyze, timing off, buffers off, costs off, summary off) ${statement}`,
    [NETWORK, FURNISHER, subject, null, ...(day ?? [null, null]), ...place],
  );
  return rows.flatMap((row) => Object.values(row)).join('\n');
}

/** A record in the middle of the list. */
async function middle(): Promise<string> {
  const [row] = await service.sql<{ id: string }>(
    `select id from furnished_record order by submission_id offset ${RECORDS / 2} limit 1`,
  );
  return row?.id ?? '';
}

/** The most rows that a step of the plan read or discarded. */
function mostRows(plan: string): number {
  const numbers = plan.matchAll(/(?:rows=|Removed by \w+(?: \w+)*: )(\d+)/g);
  return Math.max(...[...numbers].map(([, number]) => Number(number)));
}

describe.each(['oldest_first', 'newest_first'] as const)('a page of records, %s,', (order) => {
  const page = (state?: RecordFilters['state'], wanted: Wanted = {}, after = START[order]) =>
    planOf(pageOfRecords({ network_id: NETWORK, state }, order), wanted, after, 100);

  test('reads few others', async () => {
    const plan = await page();
    expect(plan).toMatch(/submission_by_furnisher/);
    expect(mostRows(plan)).toBeLessThan(FEW);
  });

  test('in the middle reads few others', async () => {
    expect(mostRows(await page(undefined, {}, await middle()))).toBeLessThan(FEW);
    expect(mostRows(await page('corrected', {}, await middle()))).toBeLessThan(FEW);
  });

  test('in the state furnished reads few ended records', async () => {
    expect(mostRows(await page('furnished'))).toBeLessThan(FEW);
  });

  test.each(['withdrawn', 'corrected'] as const)(
    'reads no other state for %s ones',
    async (state) => {
      const plan = await page(state);
      expect(plan).toMatch(/record_end_by_furnisher/);
      expect(mostRows(plan)).toBeLessThan(FEW);
    },
  );

  test('of a subject reads no other subject', async () => {
    const plan = await page(undefined, { subject: START.oldest_first });
    expect(plan).toMatch(/furnished_record_by_subject/);
    expect(mostRows(plan)).toBeLessThan(10);
  });

  test('of a day reads no other day', async () => {
    const day = ['2001-01-01T00:00:00Z', '2001-01-02T00:00:00Z'] as const;
    const plan = await page(undefined, { day });
    expect(plan).toMatch(/submission_by_time/);
    expect(mostRows(plan)).toBeLessThan(10);
  });
});

test('a count of rare ended records reads no other state', async () => {
  const count = countOfRecords({ network_id: NETWORK, state: 'withdrawn' });
  const plan = await planOf(count, {}, 10_001);
  expect(plan).toMatch(/record_end_by_furnisher/);
  expect(mostRows(plan)).toBeLessThanOrEqual(WITHDRAWN);
});
