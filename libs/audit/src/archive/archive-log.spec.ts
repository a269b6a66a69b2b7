import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { newId } from '@ndx/contracts';
import { describe, expect, test } from '@jest/globals';
import { entriesPage } from '../log/entries-page.js';
import { provenEntriesOf } from '../log/proven-entries.js';
import { useAuditedService, happened } from '../testing/audited-service.js';
import { entriesInOrderOfTime } from '../verify/export-entries.js';
import { verifyPart } from '../verify/verify-part.js';
import { restoreLog } from './restore-log.js';

const service = useAuditedService();

const archiveOf = async (network: string) =>
  (await service.archive()).filter((step) => step.network === network);

const stored = async (network: string) => {
  const rows = await service.dataSource.query<{ seq: string }[]>(
    'select seq from audit_entry where network = $1 order by seq',
    [network],
  );
  return rows.map(({ seq }) => Number(seq));
};

const numbers = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, n) => first + n);

/** The numbers of all entries in the files of a log. */
const inFiles = (network: string) => {
  const folder = join(service.directory, 'audit/entity', network);
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

const isWhole = async (network: string) => {
  for (const withArchive of [false, true]) {
    expect((await service.verdictOf(network, { withArchive }))?.fault).toBeUndefined();
  }
};

/** The members of the events of `happened` that name a resource. */
const NAMING = { 'entity.role-given.v1': ['networks'] };

/** Every read of a log. */
async function answersAbout(network: string) {
  const all = { type: null, subject: null, account: null, related: null, from: null, to: null };
  const exported: object[] = [];
  for await (const entry of entriesInOrderOfTime(service.source, 'entity', network)) {
    exported.push(entry);
  }
  const page = (request: object) =>
    entriesPage(service.source, { ...all, network, before: undefined, limit: 2_000, ...request });
  const { database } = service.source;
  const [middle] = exported.slice(600) as { occurred_at: string }[];
  return {
    exported,
    newest: await page({}),
    through: await page({ before: 1_010, limit: 20 }),
    first: await page({ before: 11 }),
    filtered: await page({ subject: '7' }),
    about: await page({ related: { id: '7', members: {} } }),
    naming: await page({ related: { id: network, members: NAMING }, limit: 700 }),
    ofAccount: await page({ account: (exported[7] as { account_id: string }).account_id }),
    timed: await page({ to: middle?.occurred_at ?? null, limit: 5 }),
    subject: (await provenEntriesOf({ ...service.source, database }, '7')).filter(
      (entry) => entry.network === network,
    ),
    next: (await provenEntriesOf({ ...service.source, database }, '1001')).filter(
      (entry) => entry.network === network,
    ),
    verified: await verifyPart(service.source, network, 0),
    rest: await verifyPart(service.source, network, 700),
    end: await verifyPart(service.source, network, 1_000),
  };
}

describe('archiving an audit log', () => {
  test('moves the entries before the time to files of 500 entries', async () => {
    const network = await service.agedLog(1_100, 3);
    const files = await archiveOf(network);

    expect(files).toMatchObject([
      { firstSeq: 1, lastSeq: 500 },
      { firstSeq: 501, lastSeq: 1_000 },
      { firstSeq: 1_001, lastSeq: 1_100 },
    ]);
    expect(await stored(network)).toEqual([1_101, 1_102, 1_103]);
    expect(inFiles(network)).toEqual(numbers(1, 1_100));
    const [file] = files;
    if (!file || 'fault' in file) throw new Error('nothing is archived');
    expect(statSync(join(service.directory, file.file)).mode & 0o077).toBe(0);
    expect(await service.verdictOf(network)).toMatchObject({ entries: 1_103, archived: 1_100 });
    await isWhole(network);
  });

  test('changes no read of the log', async () => {
    const network = await service.agedLog(1_000, 10);
    const before = await answersAbout(network);
    expect(before.exported).toHaveLength(1_010);
    expect(before.subject).toMatchObject([{ seq: 7, isIntact: true }]);
    expect(before.timed.entries).toHaveLength(5);
    expect(before.verified).toMatchObject({ through: 1_010 });

    expect(await archiveOf(network)).toHaveLength(2);
    expect(await stored(network)).toHaveLength(10);
    expect(await answersAbout(network)).toEqual(before);
  });

  test('exports entries by time where a later entry has an earlier time', async () => {
    const network = newId();
    const at = (hours: number) => new Date(Date.now() - 40 * 86_400_000 + hours * 3_600_000);
    const times = [...numbers(1, 502).map((n) => at(n === 502 ? 0 : n)), at(2.5)];
    await service.enter(
      ...times.map((time, n) => happened([network], n, time)),
      happened([network]),
    );
    const order = async () => {
      const found: number[] = [];
      for await (const { seq } of entriesInOrderOfTime(service.source, 'entity', network)) {
        found.push(seq);
      }
      return found;
    };
    const before = await order();
    expect(before.slice(0, 4)).toEqual([502, 1, 2, 503]);
    await archiveOf(network);
    expect(await order()).toEqual(before);
  });

  test('leaves the newest entry of a log and the register in the database', async () => {
    const network = await service.agedLog(3, 0);
    await archiveOf(network);
    expect(await stored(network)).toEqual([3]);
    await service.enter(happened([network]));
    expect(await stored(network)).toEqual([3, 4]);
    await isWhole(network);
    expect(
      (await service.archive()).filter(({ network: id }) => id.startsWith('00000000')),
    ).toEqual([]);
  });

  test('continues after the cut; a repeated run finds nothing', async () => {
    const network = await service.agedLog(3, 1);
    expect(await archiveOf(network)).toHaveLength(1);
    expect(await archiveOf(network)).toEqual([]);
    await service.enter(happened([network], 9, new Date(0)), happened([network], 10));
    // The entry of today is before it: the archive has no gaps.
    expect(await archiveOf(network)).toEqual([]);
    await isWhole(network);
  });

  test('archives each entry once when two runs and writers work at the same time', async () => {
    const network = await service.agedLog(1_200, 1);
    const write = async () => {
      for (let n = 0; n < 20; n += 1) await service.enter(happened([network], n));
    };
    const verify = async () => {
      for (let n = 0; n < 10; n += 1) {
        for (const withArchive of [false, true]) {
          expect((await service.verdictOf(network, { withArchive }))?.fault).toBeUndefined();
        }
        expect((await verifyPart(service.source, network, 0))?.fault).toBeUndefined();
        expect(
          (await provenEntriesOf(service.source, '600')).filter((one) => one.network === network),
        ).toMatchObject([{ seq: 600, isIntact: true }]);
      }
    };
    const runs = Promise.all([archiveOf(network), archiveOf(network)]);
    await Promise.all([runs, write(), verify()]);
    expect((await runs).flat()).toHaveLength(3);
    expect(inFiles(network)).toEqual(numbers(1, 1_200));
    expect(await stored(network)).toEqual(numbers(1_201, 1_221));
    await isWhole(network);
  });

  test('removes no entry unless its file is recorded; a repeated run archives it', async () => {
    const network = await service.agedLog(3, 1);
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
      expect(await stored(network)).toEqual([1, 2, 3, 4]);
      await isWhole(network);
    }
    expect(await archiveOf(network)).toMatchObject([{ lastSeq: 3 }]);
    await isWhole(network);
  });

  test('ends at an altered entry, which stays in the database and is named', async () => {
    const network = await service.agedLog(700, 1);
    await service.tamper(
      'update audit_entry set account_id = null where network = $1 and seq = 600',
      [network],
    );
    expect(await archiveOf(network)).toMatchObject([
      { lastSeq: 500 },
      { lastSeq: 599 },
      { fault: { seq: 600, reason: expect.stringContaining('edited') } },
    ]);
    expect(await stored(network)).toEqual(numbers(600, 701));
    expect((await service.verdictOf(network))?.fault).toMatchObject({ seq: 600 });
    // Later runs of this suite archive unaltered logs only.
    await service.tamper('delete from audit_entry where network = $1', [network]);
  });

  test('permits the removal of archived entries alone', async () => {
    const network = await service.agedLog(3, 1);
    const remove = (table: string) =>
      service.dataSource.query(`delete from ${table} where network = $1`, [network]);
    await expect(remove('audit_entry')).rejects.toThrow('the audit log is append-only');
    await archiveOf(network);
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
    const network = await service.agedLog(1_000, 2);
    const before = await answersAbout(network);
    await archiveOf(network);
    for await (const { network: restored } of restoreLog(service.source)) {
      expect(restored).toHaveLength(36);
    }
    expect(await stored(network)).toEqual(numbers(1, 1_002));
    expect(await service.dataSource.query('select from audit_archive')).toEqual([]);
    expect(await answersAbout(network)).toEqual(before);
    expect(await archiveOf(network)).toHaveLength(2);
    expect(inFiles(network)).toEqual(numbers(1, 1_000));
    await isWhole(network);
  });

  test('loses no file when the database is restored to a moment before the cut', async () => {
    const network = await service.agedLog(3, 0);
    await service.tamper('create table backup as select * from audit_entry where network = $1', [
      network,
    ]);
    const [head] = await service.dataSource.query<Record<string, string>[]>(
      'select size, hashes, checkpoint from audit_head where network = $1',
      [network],
    );
    const old = new Date(Date.now() - 35 * 86_400_000);
    await service.enter(happened([network], 4, old), happened([network]));
    expect(await archiveOf(network)).toMatchObject([{ lastSeq: 4 }]);

    await service.tamper('delete from audit_entry where network = $1', [network]);
    await service.tamper('delete from audit_archive where network = $1', [network]);
    await service.tamper('insert into audit_entry select * from backup');
    await service.tamper(
      'update audit_head set size = $2, hashes = $3, checkpoint = $4 where network = $1',
      [network, head?.['size'], head?.['hashes'], head?.['checkpoint']],
    );
    await service.enter(happened([network], 4, old), happened([network]));
    expect(await archiveOf(network)).toMatchObject([{ lastSeq: 4 }]);

    // The lost fourth entry is in the file of the first run.
    expect(inFiles(network)).toEqual([1, 2, 3, 4, 1, 2, 3, 4]);
    await isWhole(network);
  });
});
