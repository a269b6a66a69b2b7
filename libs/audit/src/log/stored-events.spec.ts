import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { newId, operationFailed } from '@ndx/contracts';
import type { OutboxEvent } from '@ndx/messaging';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { restoreLog } from '../archive/restore-log.js';
import { happened, useAuditedService } from '../testing/audited-service.js';
import { entriesInOrderOfTime } from '../verify/export-entries.js';
import { verifyPart } from '../verify/verify-part.js';
import { AuditLog } from './audit-log.js';
import { entriesPage } from './entries-page.js';
import { provenEntriesOf } from './proven-entries.js';
import { PublicLog } from './public-log.js';

/** Of which the archive cannot be read. */
const UNREADABLE = 'unreadable';

const service = useAuditedService({
  type: 'entity.role-given.v1',
  async dataOf({ database }, subjects) {
    const rows = await database.query<{ subject: string; data: string }[]>(
      'select subject, data from stored_event where subject = any($1)',
      [subjects],
    );
    if (rows.some(({ data }) => data === UNREADABLE))
      throw operationFailed('archive_unreadable', 'the events are archived', new Error());
    return new Map(rows.map(({ subject, data }) => [subject, data]));
  },
  members: `select jsonb_build_object('of', data::json ->> 'of') from stored_event
    where stored_event.subject = audit_entry.subject`,
});

const COUNT = 3;
const LONG_AGO = new Date(Date.now() - 40 * 86_400_000);

beforeAll(() =>
  service.dataSource.query('create table stored_event (subject text primary key, data text)'),
);

/** An event whose members are not in canonical order. */
function anEvent(network: string, at = LONG_AGO): OutboxEvent {
  const event = happened([network], 1, at);
  const [key, of] = [newId(), newId()];
  const data = JSON.stringify({ of, networks: [network], é: 1.5e3 });
  return { ...event, key, envelope: { ...event.envelope, subject: key, data } };
}

/** A log with stored events of 40 days ago, and one of today without stored data. */
async function aLog(log = service.log) {
  const network = newId();
  const events = Array.from({ length: COUNT }, () => anEvent(network));
  for (const { key, envelope } of events) await store(key, envelope.data);
  const today = {
    ...happened([network]),
    envelope: { ...happened([network]).envelope, type: 'x' },
  };
  await service.dataSource.transaction((manager) => log.append(manager, [...events, today]));
  return { network, events, second: events[1]?.key ?? '' };
}

const store = (subject: string, data: string) =>
  service.dataSource.query(
    `insert into stored_event values ($1, $2)
     on conflict (subject) do update set data = excluded.data`,
    [subject, data],
  );

const dataIn = async (network: string) => {
  const rows = await service.dataSource.query<{ data: string | null }[]>(
    'select data from audit_entry where network = $1 order by seq',
    [network],
  );
  return rows.map(({ data }) => data);
};

const exported = async (network: string) => {
  const entries: object[] = [];
  for await (const { event_id, data } of entriesInOrderOfTime(service.source, 'entity', network))
    entries.push({ event_id, data });
  return entries;
};

const page = (network: string, related: string | null = null) =>
  entriesPage(service.source, {
    ...{ network, before: undefined, limit: 10, type: null, subject: null, account: null },
    ...{ from: null, to: null },
    related: related === null ? null : { id: related, members: { 'entity.role-given.v1': ['of'] } },
  });

const EDITED = 'it was edited, moved or inserted: its hash is not of what it says';

describe('an entry of an event that the service stores', () => {
  test('has no data of its own, and is read and verified as one that has', async () => {
    const { network, events } = await aLog();
    const whole = await aLog(new AuditLog(service.signer));

    expect((await dataIn(network)).map((data) => data === null)).toEqual([true, true, true, false]);
    expect((await dataIn(whole.network)).every((data) => data !== null)).toBe(true);
    for (const log of [{ network, events }, whole]) {
      const canonical = log.events.map(({ envelope: { id, data } }) => {
        const { of, networks } = JSON.parse(data) as Record<string, unknown>;
        return { event_id: id, data: JSON.stringify({ networks, of, é: 1500 }) };
      });
      expect((await exported(log.network)).slice(0, COUNT)).toEqual(canonical);
      expect((await page(log.network)).entries.every(({ isIntact }) => isIntact)).toBe(true);
      const [proven] = await provenEntriesOf(service.source, log.events[0]?.key ?? '');
      expect(proven).toMatchObject({ isIntact: true, data: canonical[0]?.data });
      expect((await service.verdictOf(log.network))?.fault).toBeUndefined();
    }
  });

  test('is found by a resource that its event names', async () => {
    const { network, events } = await aLog();
    const { of } = JSON.parse(events[2]?.envelope.data ?? '') as { of: string };
    const found = (await page(network, of)).entries.map(({ subject }) => subject);
    expect(found).toEqual([events[2]?.key]);
    expect((await page(network, newId())).entries).toEqual([]);
  });

  test.each([
    ['edited', `update stored_event set data = replace(data, '1500', '1501') where subject = $1`],
    ['not JSON', `update stored_event set data = 'x' where subject = $1`],
    ['removed', 'delete from stored_event where subject = $1'],
  ])('is reported when the event is %s', async (_, change) => {
    const { network, second } = await aLog();
    await service.dataSource.query(change, [second]);

    expect((await service.verdictOf(network))?.fault).toMatchObject({ seq: 2, reason: EDITED });
    const { entries } = await page(network);
    expect(entries.map(({ isIntact }) => isIntact)).toEqual([true, true, false, true]);
    expect(await service.archive()).toContainEqual({
      network,
      fault: expect.objectContaining({ seq: 2 }),
    });
  });

  test('shows nothing of the event after an erasure, and stands', async () => {
    const { network, second } = await aLog();
    await service.dataSource.query(
      'update audit_entry set salt = null, data = null, request_id = null where subject = $1',
      [second],
    );

    expect((await service.verdictOf(network))?.fault).toBeUndefined();
    const [erased] = await provenEntriesOf(service.source, second);
    expect(erased).toMatchObject({ isIntact: true, data: null });
    await service.dataSource.query('delete from stored_event where subject = $1', [second]);
    expect((await service.verdictOf(network))?.fault).toBeUndefined();
  });

  test('is archived with the data, and restored without', async () => {
    const { network, second } = await aLog();
    const before = await exported(network);
    const [step] = (await service.archive()).filter((archived) => archived.network === network);
    if (!step || 'fault' in step) throw new Error('the log is not archived');
    const lines = gunzipSync(readFileSync(join(service.directory, step.file))).toString();

    expect(lines).toContain('networks');
    await service.dataSource.query('delete from stored_event where subject = $1', [second]);
    expect(await exported(network)).toEqual(before);
    expect((await service.verdictOf(network, { withArchive: true }))?.fault).toBeUndefined();

    await store(second, JSON.stringify(JSON.parse((before[1] as { data: string }).data)));
    for await (const part of restoreLog(service.source)) expect(part.lastSeq).toBeGreaterThan(0);
    expect((await dataIn(network)).slice(0, COUNT)).toEqual([null, null, null]);
    expect(await exported(network)).toEqual(before);
  });

  test('is reported when the archive of the event cannot be read; its leaf is served', async () => {
    const { network, second } = await aLog();
    await store(second, UNREADABLE);

    const fault = { seq: 1, reason: expect.stringContaining('the events are archived') };
    expect(await service.verdictOf(network)).toMatchObject({ fault });
    expect(await verifyPart(service.source, network, 0)).toMatchObject({ fault });
    await expect(page(network)).rejects.toThrow('their archive cannot be read');
    await expect(provenEntriesOf(service.source, second)).rejects.toThrow('cannot be read');
    expect(await service.archive()).toContainEqual({ network, fault: expect.anything() });
    const tile = { index: 0, width: COUNT + 1 };
    expect(await new PublicLog(service.source).entries(network, tile)).toBeDefined();
  });
});
