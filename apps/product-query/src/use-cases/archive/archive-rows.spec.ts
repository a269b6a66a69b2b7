import { gzipSync } from 'node:zlib';
import { UnusablePlaceError } from '@ndx/archive';
import { describeOnObjectStore, TestBucket, testPlaces } from '@ndx/archive/testing';
import { newId, QueryingPolicySaved } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ArchivedTable } from '../../storage/archived-table.js';
import { ARCHIVED_TABLES, CERTIFICATES, QUERY_EVENTS } from '../../storage/archived-tables.js';
import {
  Archives,
  CERTIFICATE_PATH,
  daysAgo,
  sha256,
  type StoredRow,
} from '../../testing/archives.js';
import {
  aDemand,
  aVerifiedBusiness,
  forgetDecision,
  queryCertificate,
} from '../../testing/explained-business.js';
import { pagesOf, reading } from '../../testing/query-events.js';
import { aWorld } from '../../testing/world.js';

type Answers = Awaited<ReturnType<Archives['answersAbout']>>;

const BESIDE_CERTIFICATES = ['list', 'event', 'feed', 'uses'];

interface Case {
  readonly table: ArchivedTable;
  readonly hasRowWithoutResult: boolean;
  /** The answers that read none of its files. */
  readonly others: readonly string[];
  readonly alter: (text: string) => string;
  /** Members of the first line. */
  readonly lineOf: (answers: Answers) => object;
}

const TABLES: readonly Case[] = [
  {
    table: CERTIFICATES,
    hasRowWithoutResult: false,
    others: BESIDE_CERTIFICATES,
    alter: (text) => text.replaceAll('llc', 'trust'),
    lineOf: ({ certificate, evidence }) => ({
      body: certificate?.text,
      body_sha256: evidence.body['certificate_sha256'],
    }),
  },
  {
    table: QUERY_EVENTS,
    hasRowWithoutResult: true,
    others: ['list', 'certificate'],
    alter: (text) => text.replaceAll('business', 'consumer'),
    lineOf: ({ event }) => ({ query_event_id: event.body['query_event_id'] }),
  },
];

let archives: Archives;

function useArchives(start: Parameters<typeof Archives.start>[0]): void {
  beforeAll(async () => {
    archives = await Archives.start(start);
  });
  afterAll(() => archives.stop());
  beforeEach(() => archives.removeRows());
}

const withoutIds = ({ status, body }: Answers['event']) => ({
  status,
  body: { ...body, request_id: undefined },
});

describe.each(testPlaces())('in a %s', (_, start) => {
  useArchives(start);

  describe.each(TABLES)(
    'an archived row of $table.table',
    ({ table, hasRowWithoutResult, others, alter, lineOf }) => {
      const withoutTexts = (row: StoredRow): StoredRow => ({
        ...row,
        ...Object.fromEntries(table.texts.map((column) => [column, null])),
      });

      test('is returned, listed, explained, proven, replayed and simulated as before, byte for byte, also without a result', async () => {
        const world = await aVerifiedBusiness(archives.service);
        const issued = await archives.ask(world, 40);
        const young = await archives.ask(world, 20);
        await archives.service.deliver(
          QueryingPolicySaved,
          aDemand(world, { is_required: true, max_age_days: 1 }),
        );
        const empty = await archives.ask(world, 39);
        const references = [issued, empty, young];
        const answers = () =>
          Promise.all(references.map((reference) => archives.answersAbout(world, reference)));
        const before = await answers();
        const replayed = await archives.replayHistory();
        const simulated = await archives.simulate(world);
        const all = references.map((id) => ({ query_event_id: id }));
        expect(before).toMatchObject([
          {
            certificate: { status: 200 },
            list: { status: 200, body: { data: [expect.anything(), expect.anything()] } },
            event: { status: 200, body: { query_event_id: issued, outcome: 'issued' } },
            feed: { status: 200, body: { data: all } },
            uses: { status: 200, body: { data: all } },
            explanation: { status: 200, body: { query_event_id: issued, code: 'issued' } },
            evidence: {
              status: 200,
              body: {
                decision: 'recorded',
                certificate_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
              },
            },
            replay: { status: 200, body: { code: 'identical' } },
            simulation: {
              status: 200,
              body: { simulation: { recorded_outcome: 'issued', simulated_outcome: 'no_result' } },
            },
          },
          {
            explanation: { status: 200, body: { code: 'required_section_missing' } },
            evidence: { status: 200, body: { decision: 'recorded', certificate_sha256: null } },
            replay: { status: 200, body: { code: 'identical' } },
            simulation: { status: 200, body: { simulation: { simulated_outcome: 'no_result' } } },
          },
          { replay: { status: 200, body: { code: 'identical' } } },
        ]);
        expect(replayed).toMatchObject({ identical: 3 });
        const old = hasRowWithoutResult ? [issued, empty] : [issued];
        const rows = await archives.stored(table);
        expect(rows.map((row) => row.query_event_id)).toEqual([...old, young]);
        expect(rows.flatMap((row) => table.texts.map((column) => row[column]))).not.toContain(null);

        expect(await archives.archive(table)).toMatchObject([{ rows: old.length }]);

        expect(await archives.stored(table)).toEqual(
          rows.map((row) => (old.includes(row.query_event_id) ? withoutTexts(row) : row)),
        );
        expect(await answers()).toEqual(before);
        expect(simulated).toMatchObject({ not_simulated: [], outcomes: { length: 2 } });
        expect(await archives.simulate(world)).toEqual(simulated);
        expect(await archives.replayHistory()).toEqual(replayed);
        expect(await archives.verified(table)).toEqual([
          { part: expect.any(Number), file: expect.any(String), rows: old.length },
        ]);
        for (const each of ARCHIVED_TABLES) await archives.archive(each);
        expect(await answers()).toEqual(before);
      });

      test('is a line of a file, with the digests of its texts; one without a decision too', async () => {
        const world = await aVerifiedBusiness(archives.service);
        const recorded = await archives.ask(world, 41);
        const unrecorded = await archives.ask(world, 40);
        await forgetDecision(archives.service, unrecorded);
        const rows = await archives.stored(table);
        const answers = await archives.answersAbout(world, recorded);
        const explained = await archives.decisionAnswers(world, unrecorded);
        expect(explained).toMatchObject({ explanation: { body: { code: 'not_recorded' } } });

        const { file } = await archives.archiveOne(table);

        const day = daysAgo(41).toISOString().slice(0, 10);
        const first = String(rows[0]?.[table.id]);
        expect(file).toMatch(
          new RegExp(`^${table.folder}/${day}/${first}\\.[0-9a-f]{16}\\.ndjson\\.gz$`),
        );
        const lines = (await archives.linesOf(file)).map((line) => JSON.parse(line) as object);
        const digests = (row: StoredRow) =>
          table.texts.map((column): [string, string | null] => [
            `${column}_sha256`,
            typeof row[column] === 'string' ? sha256(row[column]) : null,
          ]);
        expect(lines).toEqual(
          rows.map((row) => ({
            ...row,
            ...Object.fromEntries(digests(row)),
            [table.time]: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          })),
        );
        expect(lines[0]).toMatchObject({
          query_event_id: recorded,
          network_ids: [world.networkId],
          ...lineOf(answers),
        });
        expect(await archives.decisionAnswers(world, unrecorded)).toEqual(explained);
      });

      test('is a 404 for other institutions, also if its file is missing', async () => {
        const world = await aVerifiedBusiness(archives.service);
        const reference = await archives.ask(world, 40);
        const [certificate] = await archives.stored(CERTIFICATES);
        await archives.place.remove((await archives.archiveOne(table)).file);
        const stranger = aWorld();
        const caller = reading(stranger.principal);
        const answersTo = async (id: string, certificateId: string) =>
          [
            await archives.answer(caller, 'GET', `/v1/query-events/${id}`),
            await archives.answer(caller, 'GET', `${CERTIFICATE_PATH}/${certificateId}`),
            ...Object.values(await archives.decisionAnswers(stranger, id)),
          ].map(withoutIds);
        const answers = await answersTo(reference, String(certificate?.['certificate_id']));
        expect(answers).toEqual(await answersTo(newId(), newId()));
        expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
        const feed = `/v1/query-events?network_id=${world.networkId}`;
        const other = reading(member(world.networkId, 'querier'));
        expect(await archives.answer(other, 'GET', feed)).toMatchObject({
          status: 200,
          body: { data: [] },
        });
      });

      const altered = async (file: string) =>
        gzipSync(`${alter((await archives.linesOf(file)).join('\n'))}\n`);

      test.each<[string, (file: string) => Promise<unknown>]>([
        ['is missing', (file) => archives.place.remove(file)],
        ['is not a file of this format', (file) => archives.place.put(file, 'text')],
        ['was altered', async (file) => archives.place.put(file, await altered(file))],
        [
          'was altered, and its digest in the database too',
          async (file) => {
            const content = await altered(file);
            await archives.place.put(file, content);
            await archives.service.sql(`update ${table.parts} set sha256 = $1`, [sha256(content)]);
          },
        ],
      ])(
        'whose file %s is a 500 of the requests that read it, and the file is named',
        async (_damage, damage) => {
          const world = await aVerifiedBusiness(archives.service);
          const reference = await archives.ask(world, 40);
          const young = await archives.ask(world, 20);
          const { part, file } = await archives.archiveOne(table);
          await damage(file);

          expectUnreadable(await archives.answersAbout(world, reference), table, others);
          expect(await archives.decisionAnswers(world, young)).toMatchObject({
            explanation: { status: 200 },
            replay: { status: 200 },
          });
          expect(await archives.verified(table)).toEqual([
            { part, file, rows: 1, fault: expect.any(String) },
          ]);
        },
      );
    },
  );

  describe.each(TABLES)('archiving rows of $table.table', ({ table }) => {
    test('writes files of 500 rows, each once, also by two runs at once', async () => {
      const networkId = newId();
      await archives.fill(networkId, 1_101);

      const runs = await Promise.all([archives.archive(table), archives.archive(table)]);

      const parts = runs.flat();
      expect(parts.map(({ rows }) => rows).sort()).toEqual([101, 500, 500]);
      const texts = await Promise.all(parts.map(({ file }) => archives.linesOf(file)));
      const lines = texts.flat().map((line) => JSON.parse(line) as StoredRow);
      expect(new Set(lines.map((line) => line[table.id])).size).toBe(1_101);
      const stored = await archives.stored(table);
      expect(stored.filter((row) => row[table.texts[0]] !== null)).toEqual([]);
      const verified = await archives.verified(table);
      expect(verified).toHaveLength(3);
      expect(verified.filter(({ fault }) => fault !== undefined)).toEqual([]);
      const pages = await pagesOf(
        archives.service,
        reading(member(networkId, 'governor')),
        '/v1/query-events',
        { network_id: networkId, limit: '1000' },
      );
      expect(pages.flatMap(({ data }) => data)).toMatchObject(
        (await archives.stored(QUERY_EVENTS)).map(({ query_event_id }) => ({ query_event_id })),
      );
    });

    test('removes nothing unless its file is recorded; a repeated run archives it', async () => {
      const world = await aVerifiedBusiness(archives.service);
      const reference = await archives.ask(world, 40);
      const rows = await archives.stored(table);
      const before = await archives.answersAbout(world, reference);
      await archives.service.sql(`
        create function refuse() returns trigger language plpgsql as $$
        begin raise exception 'the disk is full'; end $$`);
      await archives.service.sql(
        `create trigger refused before update on ${table.table} for each row execute function refuse()`,
      );
      try {
        await expect(archives.archive(table)).rejects.toThrow('the disk is full');
      } finally {
        await archives.service.sql('drop function refuse cascade');
      }
      expect(await archives.stored(table)).toEqual(rows);
      expect(await archives.verified(table)).toEqual([]);

      expect(await archives.archive(table)).toMatchObject([{ rows: 1 }]);
      expect(await archives.answersAbout(world, reference)).toEqual(before);
    });

    test('is reversed by a restore, after which the rows are archived again', async () => {
      const world = await aVerifiedBusiness(archives.service);
      const reference = await archives.ask(world, 40);
      await archives.fill(world.networkId, 600);
      const everything = () =>
        archives.service.sql(`select * from ${table.table} order by ${table.id}`);
      const before = await everything();
      const archived = await archives.archive(table);
      expect(archived).toHaveLength(2);

      const restored = await archives.restore(table);

      expect(restored).toEqual(archived.map(({ part }) => part).reverse());
      expect(await everything()).toEqual(before);
      expect(await archives.verified(table)).toEqual([]);
      expect(await archives.answersAbout(world, reference)).toMatchObject({
        replay: { status: 200 },
      });
      expect(await archives.archive(table)).toMatchObject([{ rows: 500 }, { rows: 101 }]);
    });

    test('continues after the last file; a second run finds nothing', async () => {
      const world = await aVerifiedBusiness(archives.service);
      await archives.ask(world, 40);
      expect(await archives.archive(table)).toHaveLength(1);
      expect(await archives.archive(table)).toEqual([]);
      await archives.ask(world, 35);
      expect(await archives.archive(table)).toMatchObject([{ rows: 1 }]);
      expect(await archives.verified(table)).toHaveLength(2);
    });
  });
});

function expectUnreadable(
  answers: Answers,
  { unreadable }: ArchivedTable,
  others: readonly string[],
): void {
  const failed = { status: 500, body: { error_code: 'OPERATION_FAILED', detail: unreadable } };
  expect(answers).toMatchObject(
    Object.fromEntries(
      Object.keys(answers).map((name) => [name, others.includes(name) ? { status: 200 } : failed]),
    ),
  );
}

describeOnObjectStore('an S3 service that does not answer', () => {
  let bucket: TestBucket;
  useArchives(async () => (bucket = await TestBucket.start()));

  test('is a 500 of the requests that read an archived certificate, and of no other request; others stay in the database', async () => {
    const { service } = archives;
    const world = await aVerifiedBusiness(service);
    const archived = await archives.ask(world, 40);
    await archives.archiveOne(CERTIFICATES);
    const old = await archives.ask(world, 35);
    const elsewhere = await aVerifiedBusiness(service);
    const rows = await archives.stored(CERTIFICATES);
    const answers = () =>
      Promise.all([archives.answersAbout(world, archived), archives.answersAbout(world, old)]);
    const before = await answers();
    bucket.service.pause();
    try {
      const [[unreadable, readable]] = await Promise.all([
        answers(),
        expect(archives.archive(CERTIFICATES)).rejects.toThrow(UnusablePlaceError),
        expect(archives.verified(CERTIFICATES)).rejects.toThrow(UnusablePlaceError),
      ]);
      expectUnreadable(unreadable, CERTIFICATES, BESIDE_CERTIFICATES);
      expect(readable).toEqual(before[1]);
      expect(await archives.stored(CERTIFICATES)).toEqual(rows);
      expect(await queryCertificate(service, elsewhere)).toEqual(expect.any(String));
    } finally {
      bucket.service.resume();
    }
    expect(await archives.archive(CERTIFICATES)).toMatchObject([{ rows: 1 }]);
    expect(await answers()).toEqual(before);
  });
});
