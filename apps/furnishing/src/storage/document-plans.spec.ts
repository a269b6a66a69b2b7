import { beforeAll, expect, test } from '@jest/globals';
import { useFurnishingService } from '../testing/furnishing-service.js';
import { COUNT_UNREFERENCED } from './document-repository.js';
import { DELETE_EXPIRED } from './expiring-documents.js';

const INSTITUTIONS = 200;
const DOCUMENTS_OF_EACH = 200;
const UNREFERENCED_OF_EACH = 50;

const service = useFurnishingService();
let furnisher: string | undefined;

beforeAll(async () => {
  await service.sql(
    `insert into document select gen_random_uuid(), gen_random_uuid(), md5(institution::text)::uuid, 1,
       '', '', 'ready', null, false, 1, now() - interval '6 days', n > ${UNREFERENCED_OF_EACH}
     from generate_series(1, ${INSTITUTIONS}) institution, generate_series(1, ${DOCUMENTS_OF_EACH}) n`,
  );
  await service.sql('analyze document');
  const [row] = await service.sql<{ id: string }>(
    'select furnishing_entity_id as id from document limit 1',
  );
  furnisher = row?.id;
});

test.each([
  ['count', COUNT_UNREFERENCED, () => furnisher, 'document_unreferenced_by_furnisher'],
  ['expiry', DELETE_EXPIRED, () => 100, 'document_unreferenced_by_time'],
])(
  'the %s of unreferenced documents reads no referenced one',
  async (_read, statement, value, index) => {
    const rows = await service.sql<Readonly<Record<string, string>>>(
      `explain (analyze, timing off, buffers off, costs off, summary off) ${statement}`,
      [value()],
    );
    const plan = rows.flatMap((row) => Object.values(row)).join('\n');
    const scan = new RegExp(`Scan.*${index}.*rows=(\\d+)`);
    expect(plan).toMatch(scan);
    expect(plan).not.toMatch(/Seq Scan|Rows Removed/);
    expect(Number(scan.exec(plan)?.[1])).toBeLessThanOrEqual(UNREFERENCED_OF_EACH);
  },
);
