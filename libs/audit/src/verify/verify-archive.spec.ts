import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { chainPage } from '../log/entries-page.js';
import { provenEntriesOf } from '../log/proven-entries.js';
import { useAuditedService, happened } from '../testing/audited-service.js';
import { entriesInOrderOfTime } from './export-entries.js';
import { compareHeads, type ExportedHeads } from './exported-checkpoints.js';
import { verifyPart } from './verify-part.js';

const ALL = { before: undefined, limit: 1_000, type: null, subject: null, from: null, to: null };
const ARCHIVED = 600;
const COUNT = 605;

const service = useAuditedService();

/** A chain with its second part of two in this file. */
async function archivedChain(): Promise<{ chain: string; path: string; file: string }> {
  const chain = await service.agedChain(ARCHIVED, COUNT - ARCHIVED);
  const [, part] = (await service.archive()).filter((step) => step.chain === chain);
  if (!part || 'fault' in part) throw new Error('it is not archived');
  return { chain, file: part.file, path: join(service.directory, part.file) };
}

const faultOf = async (chain: string, withArchive = false) =>
  (await service.verdictOf(chain, { withArchive }))?.fault;
const partFaultOf = async (chain: string, after = 0) =>
  (await verifyPart(service.source, chain, after))?.fault;
async function exportOf(chain: string): Promise<object[]> {
  const entries: object[] = [];
  for await (const entry of entriesInOrderOfTime(service.source, 'entity', chain)) {
    entries.push(entry);
  }
  return entries;
}

describe('the verification of an archived chain', () => {
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
    const { chain, file, path } = await archivedChain();
    damage(path);

    const fault = { seq: 501, reason: expect.stringContaining(file) };
    expect(await faultOf(chain)).toBeUndefined();
    expect(await faultOf(chain, true)).toMatchObject(fault);
    expect(await partFaultOf(chain)).toMatchObject(fault);
    expect(await partFaultOf(chain, 550)).toMatchObject({ ...fault, seq: 550 });
    expect(await partFaultOf(chain, 601)).toBeUndefined();
    const detail = 'audit entries are archived, and their archive cannot be read';
    await expect(provenEntriesOf(service.source, '550')).rejects.toThrow(detail);
    await expect(chainPage(service.source, { ...ALL, chain })).rejects.toThrow(detail);
    expect((await chainPage(service.source, { ...ALL, chain, limit: 5 })).entries).toHaveLength(5);
    await expect(exportOf(chain)).rejects.toThrow(file);
    await service.tamper('delete from audit_archive where chain = $1', [chain]);
  });

  test('names entries that were removed with a cut that was moved forward', async () => {
    const { chain } = await archivedChain();
    await service.tamper(
      `update audit_archive as part set last_seq = entry.seq, hash = entry.hash
       from audit_entry as entry
       where part.chain = $1 and part.last_seq = $2 and entry.chain = $1 and entry.seq = $2 + 2`,
      [chain, ARCHIVED],
    );
    await service.tamper('delete from audit_entry where chain = $1 and seq <= $2 + 2', [
      ...[chain, ARCHIVED],
    ]);
    const fault = { seq: 501, reason: expect.stringContaining('was edited or inserted') };
    expect(await faultOf(chain)).toMatchObject(fault);
    expect(await faultOf(chain, true)).toMatchObject(fault);
    expect(await partFaultOf(chain)).toMatchObject(fault);
    await service.enter(happened([chain], 1, new Date(0)), happened([chain]));
    expect((await service.archive()).filter((step) => step.chain === chain)).toMatchObject([
      { fault },
    ]);
    const { entries } = await chainPage(service.source, { ...ALL, chain, limit: 5 });
    expect(entries.map(({ seq, isIntact }) => [seq, isIntact])).toEqual([
      ...[607, 606, 605, 604].map((seq) => [seq, true]),
      [603, false],
    ]);
    await service.tamper('delete from audit_archive where chain = $1', [chain]);
  });

  test('names entries that were removed with an inserted cut', async () => {
    const { chain } = await archivedChain();
    await service.tamper(
      `insert into audit_archive
       select part.chain, part.last_seq + 1, entry.seq, part.hash, entry.hash, part.file, part.sha256,
         part.first_at, part.subjects, part.mac
       from audit_archive part join audit_entry entry
         on entry.chain = part.chain and entry.seq = part.last_seq + 2
       where part.chain = $1 and part.last_seq = $2`,
      [chain, ARCHIVED],
    );
    await service.tamper('delete from audit_entry where chain = $1 and seq <= $2 + 2', [
      ...[chain, ARCHIVED],
    ]);
    for (const withArchive of [false, true]) {
      expect(await faultOf(chain, withArchive)).toMatchObject({ seq: ARCHIVED + 1 });
    }
    expect(await partFaultOf(chain)).toMatchObject({ seq: ARCHIVED + 1 });
    await service.tamper('delete from audit_archive where chain = $1', [chain]);
  });

  test.each([500, ARCHIVED])(
    'names the first entry of the part through %i whose record was removed',
    async (through) => {
      const { chain } = await archivedChain();
      await service.tamper('delete from audit_archive where chain = $1 and last_seq = $2', [
        ...[chain, through],
      ]);
      const fault = { seq: through === 500 ? 1 : 501, reason: 'it was removed' };
      expect(await faultOf(chain)).toEqual(fault);
      expect(await faultOf(chain, true)).toEqual(fault);
      expect(await partFaultOf(chain)).toEqual(fault);
      await service.tamper('delete from audit_archive where chain = $1', [chain]);
    },
  );

  test('does not accept the record of another chain', async () => {
    const one = await archivedChain();
    const other = await archivedChain();
    await service.tamper('delete from audit_archive where chain = $1', [one.chain]);
    await service.tamper(
      `insert into audit_archive
       select $1, first_seq, last_seq, previous_hash, hash, file, sha256, first_at, subjects, mac
       from audit_archive where chain = $2`,
      [one.chain, other.chain],
    );
    expect(await faultOf(one.chain)).toMatchObject({ seq: 1 });
    await service.tamper('delete from audit_archive where chain = $1', [one.chain]);
  });

  test.each([
    ['the entry after the cut', 'seq = 601', 601],
    ['the last entries', 'seq > 603', 604],
    ['all entries after the cut', 'true', 601],
  ])('names the first removed entry of %s', async (_case, removed, seq) => {
    const { chain } = await archivedChain();
    await service.tamper(`delete from audit_entry where chain = $1 and ${removed}`, [chain]);
    expect(await faultOf(chain)).toEqual({ seq, reason: 'it was removed' });
    expect(await faultOf(chain, true)).toEqual({ seq, reason: 'it was removed' });
    expect(await partFaultOf(chain)).toEqual({ seq, reason: 'it was removed' });
  });

  test('names an altered entry after the cut, and an entry that was inserted before it', async () => {
    const { chain } = await archivedChain();
    const insert = (seq: number) =>
      service.tamper(
        `insert into audit_entry
         select chain, $2, event_id, type, subject, account_id, request_id, occurred_at, data,
           previous_hash, hash
         from audit_entry where chain = $1 and seq = 601`,
        [chain, seq],
      );
    await service.tamper(`update audit_entry set data = '{}' where chain = $1 and seq = 603`, [
      chain,
    ]);
    expect(await faultOf(chain)).toMatchObject({ seq: 603 });
    await insert(300);
    expect(await faultOf(chain)).toMatchObject({
      seq: 300,
      reason: 'it was inserted: its number was in use',
    });
    expect(await faultOf(chain, true)).toMatchObject({ seq: 300 });
    expect(await partFaultOf(chain)).toMatchObject({ seq: 300 });
  });
});

describe('the comparison of an archived chain with exported heads', () => {
  const exportedAt = async (chain: string, count: number) => {
    const { entries } = await chainPage(service.source, { ...ALL, chain, before: count + 1 });
    return { [chain]: { seq: count, hash: entries[0]?.hash ?? '' } };
  };
  const compared = async (chain: string, exported: ExportedHeads) => {
    const verdict = await service.verdictOf(chain);
    if (!verdict) throw new Error('the chain is gone');
    return compareHeads(service.source, exported, verdict);
  };

  test('accepts heads of archived entries, and names one that differs', async () => {
    const { chain } = await archivedChain();
    for (const seq of [1, 500, 550, ARCHIVED, ARCHIVED + 1]) {
      const exported = await exportedAt(chain, seq);
      expect((await compared(chain, exported)).fault).toBeUndefined();
      const other = { [chain]: { seq, hash: 'of another history' } };
      expect((await compared(chain, other)).fault).toMatchObject({ seq });
    }
  });

  test('states that a head cannot be compared without its file', async () => {
    const { chain, path, file } = await archivedChain();
    const exported = await exportedAt(chain, 550);
    rmSync(path);
    expect((await compared(chain, exported)).fault).toMatchObject({
      seq: 550,
      reason: expect.stringContaining(file),
    });
    await service.tamper('delete from audit_archive where chain = $1', [chain]);
  });

  test('finds the record of a loss in the archive', async () => {
    const chain = await service.agedChain(3, 0);
    const lost = { seq: 5, hash: 'of a lost entry' };
    await service.dataSource.transaction((manager) => service.log.recordGap(manager, chain, lost));
    await service.enter(happened([chain]), happened([chain]));
    expect(await compared(chain, { [chain]: lost })).toMatchObject({ gap: 4 });
    const steps: object[] = [];
    const tomorrow = new Date(Date.now() + 86_400_000);
    for await (const step of service.archiveBefore(tomorrow)) steps.push(step);
    expect(await service.verdictOf(chain)).toMatchObject({ entries: 6, archived: 5 });
    expect(await compared(chain, { [chain]: lost })).toMatchObject({ gap: 4 });
    expect(await verifyPart(service.source, chain, 0)).toMatchObject({ gaps: [{ seq: 4 }] });
  });
});
