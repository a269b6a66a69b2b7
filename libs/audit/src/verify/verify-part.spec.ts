import { newId } from '@ndx/contracts';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { chainPage, type ChainPageRequest } from '../log/entries-page.js';
import { useAuditedService, happened } from '../testing/audited-service.js';
import { verifyPart } from './verify-part.js';

const ALL = { before: undefined, limit: 3, type: null, subject: null, from: null, to: null };
/** More than one part. */
const LONG = 5_010;

const service = useAuditedService();
let long: string;

beforeAll(async () => {
  long = newId();
  await service.enter(...Array.from({ length: LONG }, (_, n) => happened([long], n)));
});

const partOf = (chain: string, after = 0) => verifyPart(service.source, chain, after);
const pageOf = async (request: Partial<ChainPageRequest> & { readonly chain: string }) => {
  const page = await chainPage(service.source, { ...ALL, ...request });
  return { seqs: page.entries.map(({ seq }) => seq), next: page.next };
};

describe('the verification of a chain in parts', () => {
  test('continues after a bounded number of entries, up to the head', async () => {
    const first = await partOf(long);
    expect(first).toMatchObject({ last: LONG, through: 5_000, gaps: [] });
    expect(first?.fault).toBeUndefined();
    const second = await partOf(long, 5_000);
    expect(second).toMatchObject({ last: LONG, through: LONG });
    expect(second?.fault).toBeUndefined();
    expect(await partOf(long, LONG)).toEqual({ ...second, hash: second?.hash });
    expect(await partOf(long, LONG + 1)).toBeUndefined();
  });

  test('accepts an empty chain', async () => {
    expect(await partOf(newId())).toEqual({ last: 0, through: 0, hash: '', gaps: [] });
  });

  test('names a removed entry after which a part begins', async () => {
    const chain = await service.chainOf(5);
    await service.tamper('delete from audit_entry where chain = $1 and seq = 3', [chain]);
    expect(await partOf(chain, 3)).toMatchObject({ fault: { seq: 3, reason: 'it was removed' } });
  });

  test('names the first of more removed entries than a part has', async () => {
    const chain = newId();
    await service.enter(...Array.from({ length: LONG }, (_, n) => happened([chain], n)));
    await service.tamper('delete from audit_entry where chain = $1 and seq <= 5002', [chain]);
    expect(await partOf(chain)).toMatchObject({ fault: { seq: 1, reason: 'it was removed' } });
  });

  test('detects a removed chain, also one that was started again', async () => {
    const chain = await service.chainOf(5);
    for (const table of ['audit_entry', 'audit_head']) {
      await service.tamper(`delete from ${table} where chain = $1`, [chain]);
    }
    expect((await partOf(chain))?.fault).toMatchObject({ reason: 'the whole chain was removed' });
    await service.enter(happened([chain]));
    expect((await partOf(chain))?.fault?.reason).toContain('it begins a chain again');
  });

  test('lists the recorded losses of entries', async () => {
    const chain = await service.chainOf(5);
    await service.dataSource.transaction((manager) =>
      service.log.recordGap(manager, chain, { seq: 9, hash: 'lost' }),
    );
    expect(await partOf(chain)).toMatchObject({
      through: 6,
      gaps: [{ seq: 6, lostThrough: 9, occurredAt: expect.any(String) }],
    });
  });
});

describe('a page of a chain', () => {
  test('has the newest entries first, up to the first one', async () => {
    const chain = await service.chainOf(5);
    expect(await pageOf({ chain })).toEqual({ seqs: [5, 4, 3], next: 3 });
    expect(await pageOf({ chain, before: 3 })).toEqual({ seqs: [2, 1], next: 1 });
    expect(await pageOf({ chain, before: 1 })).toEqual({ seqs: [], next: 1 });
    expect(await pageOf({ chain: newId() })).toEqual({ seqs: [], next: 1 });
  });

  test('is filtered by type, subject and time', async () => {
    const chain = await service.chainOf(5);
    expect((await pageOf({ chain, subject: '2' })).seqs).toEqual([2]);
    expect((await pageOf({ chain, type: 'entity.role-given.v1' })).seqs).toEqual([5, 4, 3]);
    expect((await pageOf({ chain, type: 'entity.other.v1' })).seqs).toEqual([]);
    const { entries } = await chainPage(service.source, { ...ALL, chain });
    const [newest] = entries;
    const to = newest?.occurredAt ?? '';
    expect((await pageOf({ chain, from: '2999-01-01T00:00:00.000Z' })).seqs).toEqual([]);
    expect((await pageOf({ chain, to })).seqs).not.toContain(5);
  });

  test('examines a bounded number of entries', async () => {
    const first = await pageOf({ chain: long, subject: '3' });
    expect(first).toEqual({ seqs: [], next: LONG + 1 - 5_000 });
    expect(await pageOf({ chain: long, subject: '3', before: first.next })).toEqual({
      seqs: [4],
      next: 1,
    });
  });

  test('names the altered entry, and the one after a removed one', async () => {
    const chain = await service.chainOf(5);
    await service.tamper('update audit_entry set account_id = null where chain = $1 and seq = 5', [
      chain,
    ]);
    await service.tamper('delete from audit_entry where chain = $1 and seq = 3', [chain]);
    const { entries } = await chainPage(service.source, { ...ALL, chain });
    expect(entries.map(({ seq, isIntact }) => [seq, isIntact])).toEqual([
      [5, false],
      [4, false],
      [2, true],
    ]);
  });
});
