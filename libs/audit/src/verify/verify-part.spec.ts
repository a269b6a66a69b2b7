import { newId } from '@ndx/contracts';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { entriesPage, type EntriesPageRequest } from '../log/entries-page.js';
import { useAuditedService, happened } from '../testing/audited-service.js';
import { verifyPart } from './verify-part.js';

const ALL = {
  before: undefined,
  limit: 3,
  type: null,
  subject: null,
  account: null,
  related: null,
  from: null,
  to: null,
};
/** More than one part. */
const LONG = 5_010;

const service = useAuditedService();
let long: string;

beforeAll(async () => {
  long = newId();
  await service.enter(...Array.from({ length: LONG }, (_, n) => happened([long], n)));
});

const partOf = (network: string, after = 0) => verifyPart(service.source, network, after);
const pageOf = async (request: Partial<EntriesPageRequest> & { readonly network: string }) => {
  const page = await entriesPage(service.source, { ...ALL, ...request });
  return { seqs: page.entries.map(({ seq }) => seq), next: page.next };
};

describe('the verification of a log in parts', () => {
  test('continues after a bounded number of entries, up to the head', async () => {
    const first = await partOf(long);
    expect(first).toMatchObject({ last: LONG, through: 5_000, gaps: [] });
    expect(first?.fault).toBeUndefined();
    const second = await partOf(long, 5_000);
    expect(second).toMatchObject({ last: LONG, through: LONG });
    expect(second?.fault).toBeUndefined();
    expect(await partOf(long, LONG)).toEqual(second);
    expect(await partOf(long, LONG + 1)).toBeUndefined();
  });

  test('accepts an empty log', async () => {
    expect(await partOf(newId())).toEqual({ last: 0, through: 0, root: '', gaps: [] });
  });

  test('names a removed entry after which a part begins', async () => {
    const network = await service.logOf(5);
    await service.tamper('delete from audit_entry where network = $1 and seq = 3', [network]);
    expect(await partOf(network, 3)).toMatchObject({ fault: { seq: 3, reason: 'it was removed' } });
  });

  test('names the first of more removed entries than a part has', async () => {
    const network = newId();
    await service.enter(...Array.from({ length: LONG }, (_, n) => happened([network], n)));
    await service.tamper('delete from audit_entry where network = $1 and seq <= 5002', [network]);
    expect(await partOf(network)).toMatchObject({ fault: { seq: 1, reason: 'it was removed' } });
  });

  test('detects a removed log, also one that was started again', async () => {
    const network = await service.logOf(5);
    for (const table of ['audit_entry', 'audit_head']) {
      await service.tamper(`delete from ${table} where network = $1`, [network]);
    }
    expect((await partOf(network))?.fault).toMatchObject({ reason: 'the whole log was removed' });
    await service.enter(happened([network]));
    expect((await partOf(network))?.fault?.reason).toContain('it begins a log again');
  });

  test('lists the recorded losses of entries', async () => {
    const network = await service.logOf(5);
    await service.dataSource.transaction((manager) =>
      service.log.recordGap(manager, network, { size: 9, root: 'lost' }),
    );
    expect(await partOf(network)).toMatchObject({
      through: 6,
      gaps: [{ seq: 6, lostThrough: 9, occurredAt: expect.any(String) }],
    });
  });
});

describe('a page of a log', () => {
  test('has the newest entries first, up to the first one', async () => {
    const network = await service.logOf(5);
    expect(await pageOf({ network })).toEqual({ seqs: [5, 4, 3], next: 3 });
    expect(await pageOf({ network, before: 3 })).toEqual({ seqs: [2, 1], next: 1 });
    expect(await pageOf({ network, before: 1 })).toEqual({ seqs: [], next: 1 });
    expect(await pageOf({ network: newId() })).toEqual({ seqs: [], next: 1 });
  });

  test('is filtered by type, subject, account and time', async () => {
    const network = await service.logOf(5);
    expect((await pageOf({ network, subject: '2' })).seqs).toEqual([2]);
    expect((await pageOf({ network, type: 'entity.role-given.v1' })).seqs).toEqual([5, 4, 3]);
    expect((await pageOf({ network, type: 'entity.other.v1' })).seqs).toEqual([]);
    const { entries } = await entriesPage(service.source, { ...ALL, network });
    const [newest] = entries;
    const account = newest?.accountId ?? null;
    expect((await pageOf({ network, account })).seqs).toEqual([5]);
    expect((await pageOf({ network, account: newId() })).seqs).toEqual([]);
    const to = newest?.occurredAt ?? '';
    expect((await pageOf({ network, from: '2999-01-01T00:00:00.000Z' })).seqs).toEqual([]);
    expect((await pageOf({ network, to })).seqs).not.toContain(5);
  });

  test('is filtered by a resource: their subject, or named by a member that the reader may read', async () => {
    const network = newId();
    const [one, other] = [newId(), newId()];
    const naming = (n: number, subject: string, data: object) => {
      const event = happened([network], n);
      return { ...event, envelope: { ...event.envelope, subject, data: JSON.stringify(data) } };
    };
    await service.enter(
      naming(1, one, {}),
      naming(2, `${network}/${one}`, {}),
      naming(3, other, { by: one }),
      naming(4, other, { of: [other, one] }),
      naming(5, other, { hidden: one }),
      naming(6, other, { by: one }),
    );
    await service.tamper(
      `update audit_entry set data = 'no JSON with ' || $2::text where network = $1 and seq = 6`,
      [network, one],
    );
    const related = async (id: string, ...readable: readonly string[]) => {
      const members = { 'entity.role-given.v1': readable };
      return (await pageOf({ network, related: { id, members }, limit: 9 })).seqs;
    };
    expect(await related(one, 'by', 'of')).toEqual([4, 3, 2, 1]);
    expect(await related(one, 'of')).toEqual([4, 2, 1]);
    expect(await related(one)).toEqual([2, 1]);
    expect(await related(newId(), 'by', 'of')).toEqual([]);
  });

  test('examines a bounded number of entries', async () => {
    const first = await pageOf({ network: long, subject: '3' });
    expect(first).toEqual({ seqs: [], next: LONG + 1 - 5_000 });
    expect(await pageOf({ network: long, subject: '3', before: first.next })).toEqual({
      seqs: [4],
      next: 1,
    });
  });

  test('names the altered entry alone, and the ones that cannot be proven without a removed one', async () => {
    const network = await service.logOf(5);
    await service.tamper(
      'update audit_entry set account_id = null where network = $1 and seq = 5',
      [network],
    );
    const seen = async () => {
      const { entries } = await entriesPage(service.source, { ...ALL, network, limit: 5 });
      return entries.map(({ seq, isIntact }) => [seq, isIntact]);
    };
    const others = [4, 3, 2, 1].map((seq) => [seq, true]);
    expect(await seen()).toEqual([[5, false], ...others]);
    await service.tamper('delete from audit_entry where network = $1 and seq = 3', [network]);
    expect(await seen()).toEqual([5, 4, 2, 1].map((seq) => [seq, false]));
  });
});
