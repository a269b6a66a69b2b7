import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { newId } from '@ndx/contracts';
import { describe, expect, test } from '@jest/globals';
import { chainPage } from '../log/entries-page.js';
import { provenEntriesOf } from '../log/proven-entries.js';
import { useAuditedService, happened } from '../testing/audited-service.js';
import { entriesInOrderOfTime } from '../verify/export-entries.js';
import { verifyPart } from '../verify/verify-part.js';
import { restoreLog } from './restore-log.js';

const service = useAuditedService();

const archiveOf = async (chain: string) =>
  (await service.archive()).filter((step) => step.chain === chain);

const stored = async (chain: string) => {
  const rows = await service.dataSource.query<{ seq: string }[]>(
    'select seq from audit_entry where chain = $1 order by seq',
    [chain],
  );
  return rows.map(({ seq }) => Number(seq));
};

const numbers = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, n) => first + n);

/** The numbers of all entries in the files of a chain. */
const inFiles = (chain: string) => {
  const folder = join(service.directory, 'audit/entity', chain);
  return readdirSync(folder)
    .sort()
    .flatMap((name) =>
      gunzipSync(readFileSync(join(folder, name)))
        .toString()
        .trim()
        .split('\n'),
    )
    .map((line) => Number((JSON.parse(line) as { seq: string }).seq));
};

const isWhole = async (chain: string) => {
  for (const withArchive of [false, true]) {
    expect((await service.verdictOf(chain, { withArchive }))?.fault).toBeUndefined();
  }
};

/** Every read of a chain. */
async function answersAbout(chain: string) {
  const all = { type: null, subject: null, from: null, to: null };
  const exported: object[] = [];
  for await (const entry of entriesInOrderOfTime(service.source, 'entity', chain)) {
    exported.push(entry);
  }
  const page = (request: object) =>
    chainPage(service.source, { ...all, chain, before: undefined, limit: 2_000, ...request });
  const { database } = service.source;
  const [middle] = exported.slice(600) as { occurred_at: string }[];
  return {
    exported,
    newest: await page({}),
    through: await page({ before: 1_010, limit: 20 }),
    first: await page({ before: 11 }),
    filtered: await page({ subject: '7' }),
    timed: await page({ to: middle?.occurred_at ?? null, limit: 5 }),
    subject: (await provenEntriesOf({ ...service.source, database }, '7')).filter(
      (entry) => entry.chain === chain,
    ),
    next: (await provenEntriesOf({ ...service.source, database }, '1001')).filter(
      (entry) => entry.chain === chain,
    ),
    verified: await verifyPart(service.source, chain, 0),
    rest: await verifyPart(service.source, chain, 700),
    end: await verifyPart(service.source, chain, 1_000),
  };
}

describe('archiving an audit log', () => {
  test('moves the entries before the time to files of 500 entries', async () => {
    const chain = await service.agedChain(1_100, 3);
    const files = await archiveOf(chain);

    expect(files).toMatchObject([
      { firstSeq: 1, lastSeq: 500 },
      { firstSeq: 501, lastSeq: 1_000 },
      { firstSeq: 1_001, lastSeq: 1_100 },
    ]);
    expect(await stored(chain)).toEqual([1_101, 1_102, 1_103]);
    expect(inFiles(chain)).toEqual(numbers(1, 1_100));
    const [file] = files;
    if (!file || 'fault' in file) throw new Error('nothing is archived');
    expect(statSync(join(service.directory, file.file)).mode & 0o077).toBe(0);
    expect(await service.verdictOf(chain)).toMatchObject({ entries: 1_103, archived: 1_100 });
    await isWhole(chain);
  });

  test('changes no read of the chain', async () => {
    const chain = await service.agedChain(1_000, 10);
    const before = await answersAbout(chain);
    expect(before.exported).toHaveLength(1_010);
    expect(before.subject).toMatchObject([{ seq: 7, isIntact: true }]);
    expect(before.timed.entries).toHaveLength(5);
    expect(before.verified).toMatchObject({ through: 1_010 });

    expect(await archiveOf(chain)).toHaveLength(2);
    expect(await stored(chain)).toHaveLength(10);
    expect(await answersAbout(chain)).toEqual(before);
  });

  test('exports entries by time where a later entry has an earlier time', async () => {
    const chain = newId();
    const at = (hours: number) => new Date(Date.now() - 40 * 86_400_000 + hours * 3_600_000);
    const times = [...numbers(1, 502).map((n) => at(n === 502 ? 0 : n)), at(2.5)];
    await service.enter(...times.map((time, n) => happened([chain], n, time)), happened([chain]));
    const order = async () => {
      const found: number[] = [];
      for await (const { seq } of entriesInOrderOfTime(service.source, 'entity', chain)) {
        found.push(seq);
      }
      return found;
    };
    const before = await order();
    expect(before.slice(0, 4)).toEqual([502, 1, 2, 503]);
    await archiveOf(chain);
    expect(await order()).toEqual(before);
  });

  test('leaves the newest entry of a chain and the register in the database', async () => {
    const chain = await service.agedChain(3, 0);
    await archiveOf(chain);
    expect(await stored(chain)).toEqual([3]);
    await service.enter(happened([chain]));
    expect(await stored(chain)).toEqual([3, 4]);
    await isWhole(chain);
    expect((await service.archive()).filter(({ chain: id }) => id.startsWith('00000000'))).toEqual(
      [],
    );
  });

  test('continues after the cut; a repeated run finds nothing', async () => {
    const chain = await service.agedChain(3, 1);
    expect(await archiveOf(chain)).toHaveLength(1);
    expect(await archiveOf(chain)).toEqual([]);
    await service.enter(happened([chain], 9, new Date(0)), happened([chain], 10));
    // The entry of today is before it: the archive has no gaps.
    expect(await archiveOf(chain)).toEqual([]);
    await isWhole(chain);
  });

  test('archives each entry once when two runs and writers work at the same time', async () => {
    const chain = await service.agedChain(1_200, 1);
    const write = async () => {
      for (let n = 0; n < 20; n += 1) await service.enter(happened([chain], n));
    };
    const verify = async () => {
      for (let n = 0; n < 10; n += 1) {
        for (const withArchive of [false, true]) {
          expect((await service.verdictOf(chain, { withArchive }))?.fault).toBeUndefined();
        }
        expect((await verifyPart(service.source, chain, 0))?.fault).toBeUndefined();
        expect(
          (await provenEntriesOf(service.source, '600')).filter((one) => one.chain === chain),
        ).toMatchObject([{ seq: 600, isIntact: true }]);
      }
    };
    const runs = Promise.all([archiveOf(chain), archiveOf(chain)]);
    await Promise.all([runs, write(), verify()]);
    expect((await runs).flat()).toHaveLength(3);
    expect(inFiles(chain)).toEqual(numbers(1, 1_200));
    expect(await stored(chain)).toEqual(numbers(1_201, 1_221));
    await isWhole(chain);
  });

  test('removes no entry unless its file is recorded; a repeated run archives it', async () => {
    const chain = await service.agedChain(3, 1);
    await service.dataSource.query(`
      create function fail() returns trigger language plpgsql as $$
      begin raise exception 'the disk is full'; end $$`);
    for (const event of ['insert on audit_archive', 'delete on audit_entry']) {
      await service.dataSource.query(
        `create trigger failing before ${event} for each row execute function fail()`,
      );
      try {
        await expect(service.archive()).rejects.toThrow('the disk is full');
      } finally {
        await service.dataSource.query(`drop trigger failing on ${event.slice(10)}`);
      }
      expect(await stored(chain)).toEqual([1, 2, 3, 4]);
      await isWhole(chain);
    }
    expect(await archiveOf(chain)).toMatchObject([{ lastSeq: 3 }]);
    await isWhole(chain);
  });

  test('ends at an altered entry, which stays in the database and is named', async () => {
    const chain = await service.agedChain(700, 1);
    await service.tamper(
      'update audit_entry set account_id = null where chain = $1 and seq = 600',
      [chain],
    );
    expect(await archiveOf(chain)).toMatchObject([
      { lastSeq: 500 },
      { lastSeq: 599 },
      { fault: { seq: 600, reason: expect.stringContaining('edited') } },
    ]);
    expect(await stored(chain)).toEqual(numbers(600, 701));
    expect((await service.verdictOf(chain))?.fault).toMatchObject({ seq: 600 });
    // Later runs of this suite archive unaltered chains only.
    await service.tamper('delete from audit_entry where chain = $1', [chain]);
  });

  test('permits the removal of archived entries alone', async () => {
    const chain = await service.agedChain(3, 1);
    const remove = (table: string) =>
      service.dataSource.query(`delete from ${table} where chain = $1`, [chain]);
    await expect(remove('audit_entry')).rejects.toThrow('the audit log is append-only');
    await archiveOf(chain);
    for (const table of ['audit_entry', 'audit_archive', 'audit_head']) {
      await expect(remove(table)).rejects.toThrow('the audit log is append-only');
    }
    for (const statement of ['truncate audit_archive', 'update audit_archive set last_seq = 9']) {
      await expect(service.dataSource.query(statement)).rejects.toThrow(
        'the audit log is append-only',
      );
    }
  });
});

describe('an archived audit log', () => {
  test('is restored to the database, and archived again', async () => {
    const chain = await service.agedChain(1_000, 2);
    const before = await answersAbout(chain);
    await archiveOf(chain);
    for await (const { chain: restored } of restoreLog(service.source)) {
      expect(restored).toHaveLength(36);
    }
    expect(await stored(chain)).toEqual(numbers(1, 1_002));
    expect(await service.dataSource.query('select from audit_archive')).toEqual([]);
    expect(await answersAbout(chain)).toEqual(before);
    expect(await archiveOf(chain)).toHaveLength(2);
    expect(inFiles(chain)).toEqual(numbers(1, 1_000));
    await isWhole(chain);
  });

  test('loses no file when the database is restored to a moment before the cut', async () => {
    const chain = await service.agedChain(3, 0);
    await service.tamper('create table backup as select * from audit_entry where chain = $1', [
      chain,
    ]);
    const [head] = await service.dataSource.query<Record<string, string>[]>(
      'select seq, hash, mac from audit_head where chain = $1',
      [chain],
    );
    const old = new Date(Date.now() - 35 * 86_400_000);
    await service.enter(happened([chain], 4, old), happened([chain]));
    expect(await archiveOf(chain)).toMatchObject([{ lastSeq: 4 }]);

    await service.tamper('delete from audit_entry where chain = $1', [chain]);
    await service.tamper('delete from audit_archive where chain = $1', [chain]);
    await service.tamper('insert into audit_entry select * from backup');
    await service.tamper('update audit_head set seq = $2, hash = $3, mac = $4 where chain = $1', [
      ...[chain, head?.['seq'], head?.['hash'], head?.['mac']],
    ]);
    await service.enter(happened([chain], 4, old), happened([chain]));
    expect(await archiveOf(chain)).toMatchObject([{ lastSeq: 4 }]);

    // The lost fourth entry is in the file of the first run.
    expect(inFiles(chain)).toEqual([1, 2, 3, 4, 1, 2, 3, 4]);
    await isWhole(chain);
  });
});
