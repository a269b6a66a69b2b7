import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { CompactRange } from '@ndx/proof';
import { describe, expect, test } from '@jest/globals';
import { entriesPage } from '../log/entries-page.js';
import { provenEntriesOf } from '../log/proven-entries.js';
import { useAuditedService, happened } from '../testing/audited-service.js';
import { entriesInOrderOfTime } from './export-entries.js';
import {
  compareCheckpoint,
  exportedHead,
  type ExportedCheckpoints,
} from './exported-checkpoints.js';
import { storedTile } from '../log/stored-tree.js';
import { verifyPart } from './verify-part.js';

const ALL = {
  before: undefined,
  limit: 1_000,
  type: null,
  subject: null,
  account: null,
  related: null,
  from: null,
  to: null,
};
const ARCHIVED = 600;
const COUNT = 605;

const service = useAuditedService();

/** A log with its second part of two in this file. */
async function archivedLog(): Promise<{ network: string; path: string; file: string }> {
  const network = await service.agedLog(ARCHIVED, COUNT - ARCHIVED);
  const [, part] = (await service.archive()).filter((step) => step.network === network);
  if (!part || 'fault' in part) throw new Error('it is not archived');
  return { network, file: part.file, path: join(service.directory, part.file) };
}

const faultOf = async (network: string, withArchive = false) =>
  (await service.verdictOf(network, { withArchive }))?.fault;
const partFaultOf = async (network: string, after = 0) =>
  (await verifyPart(service.source, network, after))?.fault;
async function exportOf(network: string): Promise<object[]> {
  const entries: object[] = [];
  for await (const entry of entriesInOrderOfTime(service.source, 'entity', network)) {
    entries.push(entry);
  }
  return entries;
}

describe('the verification of an archived log', () => {
  test.each<[string, (path: string) => void]>([
    ['removed', (path) => rmSync(path)],
    ['truncated', (path) => truncateSync(path, 200)],
    [
      'altered',
      (path) => {
        const text = gunzipSync(readFileSync(path)).toString();
        writeFileSync(path, gzipSync(text.replace('role-given', 'role-taken')));
      },
    ],
  ])('names the first entry of a file that was %s, and the file', async (_case, damage) => {
    const { network, file, path } = await archivedLog();
    damage(path);

    const fault = { seq: 501, reason: expect.stringContaining(file) };
    expect(await faultOf(network)).toBeUndefined();
    expect(await faultOf(network, true)).toMatchObject(fault);
    expect(await partFaultOf(network)).toMatchObject(fault);
    expect(await partFaultOf(network, 550)).toMatchObject({ ...fault, seq: 551 });
    expect(await partFaultOf(network, 601)).toBeUndefined();
    const detail = 'audit entries are archived, and their archive cannot be read';
    await expect(provenEntriesOf(service.source, '550')).rejects.toThrow(detail);
    await expect(entriesPage(service.source, { ...ALL, network })).rejects.toThrow(detail);
    expect((await entriesPage(service.source, { ...ALL, network, limit: 5 })).entries).toHaveLength(
      5,
    );
    await expect(exportOf(network)).rejects.toThrow(file);
    await service.tamper('delete from audit_archive where network = $1', [network]);
  });

  test('names entries that were removed with a cut that was moved forward', async () => {
    const { network } = await archivedLog();
    await service.tamper(
      `update audit_archive set last_seq = $2 + 2, hashes = hashes || (
         select array_agg(hash order by seq) from audit_entry where network = $1 and seq <= $2 + 2)
       where network = $1 and last_seq = $2`,
      [network, ARCHIVED],
    );
    await service.tamper('delete from audit_entry where network = $1 and seq <= $2 + 2', [
      ...[network, ARCHIVED],
    ]);
    const fault = { seq: 501, reason: expect.stringContaining('was edited or inserted') };
    expect(await faultOf(network)).toMatchObject(fault);
    expect(await faultOf(network, true)).toMatchObject(fault);
    expect(await partFaultOf(network)).toMatchObject(fault);
    await service.enter(happened([network], 1, new Date(0)), happened([network]));
    expect((await service.archive()).filter((step) => step.network === network)).toMatchObject([
      { fault },
    ]);
    const { entries } = await entriesPage(service.source, { ...ALL, network, limit: 5 });
    expect(entries.map(({ seq, isIntact }) => [seq, isIntact])).toEqual(
      [607, 606, 605, 604, 603].map((seq) => [seq, true]),
    );
    await service.tamper('delete from audit_archive where network = $1', [network]);
  });

  test('names entries that were removed with an inserted cut', async () => {
    const { network } = await archivedLog();
    await service.tamper(
      `insert into audit_archive
       select part.network, part.last_seq + 1, entry.seq, part.file, part.sha256, part.first_at,
         part.subjects, array[entry.hash, entry.hash], part.signature
       from audit_archive part join audit_entry entry
         on entry.network = part.network and entry.seq = part.last_seq + 2
       where part.network = $1 and part.last_seq = $2`,
      [network, ARCHIVED],
    );
    await service.tamper('delete from audit_entry where network = $1 and seq <= $2 + 2', [
      ...[network, ARCHIVED],
    ]);
    for (const withArchive of [false, true]) {
      expect(await faultOf(network, withArchive)).toMatchObject({ seq: ARCHIVED + 1 });
    }
    expect(await partFaultOf(network)).toMatchObject({ seq: ARCHIVED + 1 });
    await service.tamper('delete from audit_archive where network = $1', [network]);
  });

  test.each([500, ARCHIVED])(
    'names the first entry of the part through %i whose record was removed',
    async (through) => {
      const { network } = await archivedLog();
      await service.tamper('delete from audit_archive where network = $1 and last_seq = $2', [
        ...[network, through],
      ]);
      const fault = { seq: through === 500 ? 1 : 501, reason: 'it was removed' };
      expect(await faultOf(network)).toEqual(fault);
      expect(await faultOf(network, true)).toEqual(fault);
      expect(await partFaultOf(network)).toEqual(fault);
      await service.tamper('delete from audit_archive where network = $1', [network]);
    },
  );

  test('does not accept the record of another log', async () => {
    const one = await archivedLog();
    const other = await archivedLog();
    await service.tamper('delete from audit_archive where network = $1', [one.network]);
    await service.tamper(
      `insert into audit_archive
       select $1, first_seq, last_seq, file, sha256, first_at, subjects, hashes, signature
       from audit_archive where network = $2`,
      [one.network, other.network],
    );
    expect(await faultOf(one.network)).toMatchObject({ seq: 1 });
    await service.tamper('delete from audit_archive where network = $1', [one.network]);
  });

  test.each([
    ['the entry after the cut', 'seq = 601', 601],
    ['the last entries', 'seq > 603', 604],
    ['all entries after the cut', 'true', 601],
  ])('names the first removed entry of %s', async (_case, removed, seq) => {
    const { network } = await archivedLog();
    await service.tamper(`delete from audit_entry where network = $1 and ${removed}`, [network]);
    expect(await faultOf(network)).toEqual({ seq, reason: 'it was removed' });
    expect(await faultOf(network, true)).toEqual({ seq, reason: 'it was removed' });
    expect(await partFaultOf(network)).toEqual({ seq, reason: 'it was removed' });
  });

  test('names an altered entry after the cut, and an entry that was inserted before it', async () => {
    const { network } = await archivedLog();
    const insert = (seq: number) =>
      service.tamper(
        `insert into audit_entry
         select network, $2, event_id, type, subject, account_id, request_id, occurred_at, data,
           salt, content, hash
         from audit_entry where network = $1 and seq = 601`,
        [network, seq],
      );
    await service.tamper(`update audit_entry set data = '{}' where network = $1 and seq = 603`, [
      network,
    ]);
    expect(await faultOf(network)).toMatchObject({ seq: 603 });
    await insert(300);
    expect(await faultOf(network)).toMatchObject({
      seq: 300,
      reason: 'it was inserted: its number was in use',
    });
    expect(await faultOf(network, true)).toMatchObject({ seq: 300 });
    expect(await partFaultOf(network)).toMatchObject({ seq: 300 });
  });
});

describe('the comparison of an archived log with exported checkpoints', () => {
  /** The checkpoint that the log had after as many entries. */
  const exportedAt = async (network: string, size: number) => {
    const tree = new CompactRange();
    const tile = { level: 0, index: 0, width: size };
    for (const hash of await storedTile(service.dataSource, network, tile)) {
      tree.append(hash ?? Buffer.alloc(0));
    }
    return { [network]: service.signer.checkpoint(network, tree) };
  };
  const compared = async (network: string, exported: ExportedCheckpoints) => {
    const verdict = await service.verdictOf(network);
    if (!verdict) throw new Error('the log is gone');
    return compareCheckpoint(service.source, exported, verdict);
  };

  test('accepts checkpoints of archived entries without their files, and names one that differs', async () => {
    const { network, path } = await archivedLog();
    rmSync(path);
    for (const size of [1, 500, 550, ARCHIVED, ARCHIVED + 1]) {
      const exported = await exportedAt(network, size);
      expect((await compared(network, exported)).fault).toBeUndefined();
      const other = { [network]: service.checkpointOfOthers(network, size) };
      expect((await compared(network, other)).fault).toMatchObject({ seq: size });
    }
    await service.tamper('delete from audit_archive where network = $1', [network]);
  });

  test('finds the record of a loss in the archive, and names the file that it may be in', async () => {
    const network = await service.agedLog(3, 0);
    const exported = { [network]: service.checkpointOfOthers(network, 5) };
    const lost = exportedHead(service.source, network, exported[network] ?? '');
    if (!lost) throw new Error('the checkpoint is not signed');
    await service.dataSource.transaction((manager) =>
      service.log.recordGap(manager, network, lost),
    );
    await service.enter(happened([network]), happened([network]));
    expect(await compared(network, exported)).toMatchObject({ gap: 4 });
    const steps: object[] = [];
    const tomorrow = new Date(Date.now() + 86_400_000);
    for await (const step of service.archiveBefore(tomorrow)) steps.push(step);
    expect(await service.verdictOf(network)).toMatchObject({ entries: 6, archived: 5 });
    expect(await compared(network, exported)).toMatchObject({ gap: 4 });
    expect(await verifyPart(service.source, network, 0)).toMatchObject({
      gaps: [{ seq: 4, lostThrough: 5 }],
    });
    const folder = join(service.directory, 'audit/entity', network);
    rmSync(folder, { recursive: true });
    const reason = expect.stringContaining(`audit/entity/${network}`);
    expect((await compared(network, exported)).fault).toMatchObject({ seq: 1, reason });
    await service.tamper('delete from audit_archive where network = $1', [network]);
  });
});
