import { gzipSync } from 'node:zlib';
import { UnusablePlaceError } from '@ndx/archive';
import { describeOnObjectStore, TestBucket, testPlaces } from '@ndx/archive/testing';
import { newId, QueryingPolicySaved } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  Archives,
  CERTIFICATE_PATH,
  daysAgo,
  sha256,
  type StoredTexts,
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

/** The days have a partition of their own, or are in the default one. */
const PARTITIONS = [
  ['a partition', (...days: number[]) => Promise.all(days.map((day) => archives.partition(day)))],
  ['the default partition', () => Promise.resolve()],
] as const;

describe.each(testPlaces())('in a %s', (_, start) => {
  useArchives(start);

  describe.each(PARTITIONS)('a query archived from %s', (_partition, partition) => {
    test('is returned, listed, explained, proven, replayed and simulated as before, byte for byte, also without a result', async () => {
      await partition(40, 39, 20);
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
      const texts = await archives.stored();
      expect(texts.map((row) => row.query_event_id)).toEqual(references);

      const parts = await archives.archive();

      expect(parts.reduce((sum, { queries }) => sum + queries, 0)).toBe(2);
      expect(await archives.stored()).toEqual(texts.slice(2));
      expect(await answers()).toEqual(before);
      expect(simulated).toMatchObject({ not_simulated: [], outcomes: { length: 2 } });
      expect(await archives.simulate(world)).toEqual(simulated);
      expect(await archives.replayHistory()).toEqual(replayed);
      expect(await archives.verified()).toEqual(
        parts.map(({ part, file, queries }) => ({ part, file, queries })),
      );
    });

    test('is in one part of 500, also by two runs at once', async () => {
      await partition(39);
      const networkId = newId();
      await archives.fill(networkId, 1_101);
      const texts = await archives.stored();

      const runs = await Promise.all([archives.archive(), archives.archive()]);

      const parts = runs.flat();
      expect(parts.map(({ queries }) => queries).sort()).toEqual([101, 500, 500]);
      const read = await Promise.all(parts.map(({ file }) => archives.linesOf(String(file))));
      const lines = read.flat().map((line) => JSON.parse(line) as StoredTexts);
      expect(new Set(lines.map((line) => line.query_event_id)).size).toBe(1_101);
      expect(await archives.stored()).toEqual([]);
      const verified = await archives.verified();
      expect(verified).toHaveLength(3);
      expect(verified.filter(({ fault }) => fault !== undefined)).toEqual([]);
      const governor = reading(member(networkId, 'governor'));
      const window = { network_id: networkId, limit: '1000' };
      const pages = await pagesOf(archives.service, governor, '/v1/query-events', window);
      expect(pages.flatMap(({ data }) => data)).toEqual(
        texts.map(({ payload }) => expect.objectContaining(JSON.parse(payload) as object)),
      );
    });

    test('is restored, after which it is archived again', async () => {
      await partition(40, 39);
      const world = await aVerifiedBusiness(archives.service);
      const reference = await archives.ask(world, 40);
      await archives.fill(world.networkId, 600);
      const before = await archives.stored();
      const archived = await archives.archive();

      const restored = await archives.restore();

      expect(restored).toEqual(archived.map(({ part }) => part).reverse());
      expect(await archives.stored()).toEqual(before);
      expect(await archives.verified()).toEqual([]);
      expect(await archives.answersAbout(world, reference)).toMatchObject({
        replay: { status: 200 },
      });
      expect(await archives.archive()).toMatchObject([{ queries: 500 }, { queries: 101 }]);
      expect(await archives.archive()).toEqual([]);
    });

    test('stays until its part is recorded; a repeated run archives it', async () => {
      await partition(40);
      const world = await aVerifiedBusiness(archives.service);
      const reference = await archives.ask(world, 40);
      const texts = await archives.stored();
      const before = await archives.answersAbout(world, reference);
      await archives.service.sql(`
        create function refuse() returns trigger language plpgsql as $$
        begin raise exception 'the disk is full'; end $$`);
      await archives.service.sql(
        'create trigger refused before insert on query_text_part for each row execute function refuse()',
      );
      try {
        await expect(archives.archive()).rejects.toThrow('the disk is full');
      } finally {
        await archives.service.sql('drop function refuse cascade');
      }
      expect(await archives.stored()).toEqual(texts);
      expect(await archives.verified()).toEqual([]);

      expect(await archives.archive()).toMatchObject([{ queries: 1 }]);
      expect(await archives.answersAbout(world, reference)).toEqual(before);
    });
  });

  test('a line of a part has the texts of a query with their digests; one without a decision too', async () => {
    const world = await aVerifiedBusiness(archives.service);
    const recorded = await archives.ask(world, 41);
    const unrecorded = await archives.ask(world, 40);
    await forgetDecision(archives.service, unrecorded);
    const texts = await archives.stored();
    const { certificate, evidence } = await archives.answersAbout(world, recorded);
    const explained = await archives.decisionAnswers(world, unrecorded);
    expect(explained).toMatchObject({ explanation: { body: { code: 'not_recorded' } } });

    const { file } = await archives.archiveOne();

    const day = daysAgo(41).toISOString().slice(0, 10);
    expect(file).toMatch(new RegExp(`^queries/${day}/${recorded}\\.[0-9a-f]{16}\\.ndjson\\.gz$`));
    const lines = (await archives.linesOf(file)).map((line) => JSON.parse(line) as object);
    const digestOf = (text: string | null) => (text === null ? null : sha256(text));
    expect(lines).toEqual(
      texts.map((row) => ({
        ...row,
        occurred_at: row.occurred_at.toISOString(),
        payload_sha256: sha256(row.payload),
        decision_sha256: digestOf(row.decision),
        body_sha256: digestOf(row.body),
      })),
    );
    expect(lines[0]).toMatchObject({
      body: certificate?.text,
      body_sha256: evidence.body['certificate_sha256'],
    });
    expect(await archives.decisionAnswers(world, unrecorded)).toEqual(explained);
  });

  test('an archived query is a 404 for other institutions, also if its file is missing', async () => {
    const world = await aVerifiedBusiness(archives.service);
    const reference = await archives.ask(world, 40);
    const [row] = await archives.service.sql<{ id: string }>(
      'select certificate_id as id from certificate',
    );
    await archives.place.remove((await archives.archiveOne()).file);
    const stranger = aWorld();
    const caller = reading(stranger.principal);
    const answersTo = async (id: string, certificateId: string) =>
      [
        await archives.answer(caller, 'GET', `/v1/query-events/${id}`),
        await archives.answer(caller, 'GET', `${CERTIFICATE_PATH}/${certificateId}`),
        ...Object.values(await archives.decisionAnswers(stranger, id)),
      ].map(withoutIds);
    const answers = await answersTo(reference, String(row?.id));
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
    gzipSync(`${(await archives.linesOf(file)).join('\n').replaceAll('llc', 'trust')}\n`);

  test.each<[string, (file: string) => Promise<unknown>]>([
    ['is missing', (file) => archives.place.remove(file)],
    ['is not a file of this format', (file) => archives.place.put(file, 'text')],
    ['was altered', async (file) => archives.place.put(file, await altered(file))],
    [
      'was altered, and its digest in the database too',
      async (file) => {
        const content = await altered(file);
        await archives.place.put(file, content);
        await archives.service.sql('update query_text_part set sha256 = $1', [sha256(content)]);
      },
    ],
  ])(
    'a query whose file %s is a 500 of the requests that read it, and the file is named',
    async (_damage, damage) => {
      const world = await aVerifiedBusiness(archives.service);
      const reference = await archives.ask(world, 40);
      const young = await archives.ask(world, 20);
      const { part, file } = await archives.archiveOne();
      await damage(file);

      expectUnreadable(await archives.answersAbout(world, reference));
      expect(await archives.decisionAnswers(world, young)).toMatchObject({
        explanation: { status: 200 },
        replay: { status: 200 },
      });
      expect(await archives.verified()).toEqual([
        { part, file, queries: 1, fault: expect.any(String) },
      ]);
    },
  );

  test('a second run continues after the last part', async () => {
    const world = await aVerifiedBusiness(archives.service);
    await archives.ask(world, 40);
    expect(await archives.archive()).toHaveLength(1);
    expect(await archives.archive()).toEqual([]);
    await archives.ask(world, 35);
    expect(await archives.archive()).toMatchObject([{ queries: 1 }]);
    expect(await archives.verified()).toHaveLength(2);
  });
});

function expectUnreadable(answers: Answers): void {
  const detail = 'queries are archived, and their archive cannot be read';
  const failed = { status: 500, body: { error_code: 'OPERATION_FAILED', detail } };
  expect(answers).toMatchObject(
    Object.fromEntries(
      Object.keys(answers).map((name) => [name, name === 'list' ? { status: 200 } : failed]),
    ),
  );
}

describeOnObjectStore('an S3 service that does not answer', () => {
  let bucket: TestBucket;
  useArchives(async () => (bucket = await TestBucket.start()));

  test('is a 500 of the requests that read an archived query, and of no other request; others stay in the database', async () => {
    const { service } = archives;
    const world = await aVerifiedBusiness(service);
    const archived = await archives.ask(world, 40);
    await archives.archiveOne();
    const other = await aVerifiedBusiness(service);
    const old = await archives.ask(other, 35);
    const elsewhere = await aVerifiedBusiness(service);
    const texts = await archives.stored();
    const answers = () =>
      Promise.all([archives.answersAbout(world, archived), archives.answersAbout(other, old)]);
    const before = await answers();
    bucket.service.pause();
    try {
      const [[unreadable, readable]] = await Promise.all([
        answers(),
        expect(archives.archive()).rejects.toThrow(UnusablePlaceError),
        expect(archives.verified()).rejects.toThrow(UnusablePlaceError),
      ]);
      expectUnreadable(unreadable);
      expect(readable).toEqual(before[1]);
      expect(await archives.stored()).toEqual(texts);
      expect(await queryCertificate(service, elsewhere)).toEqual(expect.any(String));
    } finally {
      bucket.service.resume();
    }
    expect(await archives.archive()).toMatchObject([{ queries: 1 }]);
    expect(await answers()).toEqual(before);
  });
});
