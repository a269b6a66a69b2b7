import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { testPlaces, type TestPlace } from '@ndx/archive/testing';
import { newId, QueryingPolicySaved, type Principal, type QueryEvent } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { CERTIFICATES, QUERY_EVENTS } from '../storage/archived-tables.js';
import { answer, auditedQuery, decisionAnswers } from '../testing/archives.js';
import { aDemand, aVerifiedBusiness, forgetDecision } from '../testing/explained-business.js';
import { startQueryService, type QueryService } from '../testing/query-service.js';
import { aWorld, type World } from '../testing/world.js';
import { ArchiveRows, type ArchivedPart } from './archive-rows.js';
import { ReplayHistory } from './replay-history.js';
import { RestoreArchive } from './restore-archive.js';
import { VerifyArchive, type VerifiedPart } from './verify-archive.js';

const DAY_MS = 86_400_000;
const KYB = '/v1/products/kyb_certificate/query';

let place: TestPlace;
let service: QueryService;
let assembled: Awaited<ReturnType<QueryService['assemble']>>;

/** Runs the tests of a block on a place of their own. */
function useService(start: () => Promise<TestPlace>): void {
  beforeAll(async () => {
    place = await start();
    service = await startQueryService({ ...place.settings });
    assembled = await service.assemble();
  });
  afterAll(async () => {
    await assembled.close();
    await service.stop();
    await place.stop();
  });
  beforeEach(async () => {
    await service.sql(
      'truncate certificate, certificate_archive, query_event, query_event_archive',
    );
  });
}

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

async function archive(before = daysAgo(30)): Promise<ArchivedPart[]> {
  const parts: ArchivedPart[] = [];
  await assembled.app.get(ArchiveRows).archive(QUERY_EVENTS, before, (part) => parts.push(part));
  return parts;
}

async function archiveOne(): Promise<ArchivedPart> {
  const [part, ...others] = await archive();
  if (!part || others.length > 0) throw new Error(`${others.length} other files are written`);
  return part;
}

const restore = () => assembled.app.get(RestoreArchive).restore(QUERY_EVENTS, () => undefined);

async function verified(): Promise<VerifiedPart[]> {
  const parts: VerifiedPart[] = [];
  for await (const part of assembled.app.get(VerifyArchive).verify(QUERY_EVENTS)) parts.push(part);
  return parts;
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

async function linesOf(file: string): Promise<string[]> {
  return gunzipSync(await place.read(file))
    .toString()
    .trimEnd()
    .split('\n');
}

/** Queries a certificate `days` days ago. */
async function ask(world: World, days: number): Promise<string> {
  const reference = await auditedQuery(service, world);
  await makeOld(reference, days);
  return reference;
}

const makeOld = (reference: string, days: number) =>
  service.sql(
    `update query_event set occurred_at = occurred_at - $2 * interval '1 day' where query_event_id = $1`,
    [reference, days],
  );

interface Stored {
  readonly query_event_id: string;
  readonly payload: string | null;
  readonly decision: string | null;
}

const stored = () =>
  service.sql<Stored>(
    'select query_event_id, payload, decision from query_event order by occurred_at, query_event_id',
  );

const reading = (principal: Principal): Principal => ({
  ...principal,
  permissions: ['billing:read'],
});

/** Every answer about a query that reads its event. */
async function answersAbout(world: World, reference: string) {
  const [event, feed, uses, decision] = await Promise.all([
    answer(service, reading(world.principal), 'GET', `/v1/query-events/${reference}`),
    answer(
      service,
      reading(world.principal),
      'GET',
      `/v1/query-events?network_id=${world.networkId}`,
    ),
    answer(
      service,
      {
        ...member(world.networkId, 'furnisher'),
        entity_id: world.furnisherId,
        permissions: ['data:furnish'],
      },
      'GET',
      `/v1/record-uses?network_id=${world.networkId}`,
    ),
    decisionAnswers(service, world, reference),
  ]);
  return { event, feed, uses, ...decision };
}

const history = () => assembled.app.get(ReplayHistory).replay(daysAgo(100), () => undefined);

/** The text of every page of a list. */
async function pagesOf(reader: Principal, path: string, query: Record<string, string>) {
  const pages: { readonly data: readonly unknown[] }[] = [];
  for (let cursor: string | undefined; ;) {
    const search = new URLSearchParams({ ...query, ...(cursor !== undefined && { cursor }) });
    const { status, body } = await answer(service, reader, 'GET', `${path}?${search.toString()}`);
    expect(status).toBe(200);
    const page = body as { data: readonly unknown[]; next_cursor: string };
    if (page.data.length === 0) return pages;
    pages.push(page);
    cursor = page.next_cursor;
  }
}

/** An event without a decision, in the members that the feed and the counts read. */
function anEvent(
  networkIds: readonly string[],
  queryingEntityId: string,
  at: Date,
  change: Partial<QueryEvent> = {},
): Partial<QueryEvent> & Pick<QueryEvent, 'query_event_id'> {
  return {
    query_event_id: newId(),
    product_slug: 'kyb_certificate',
    kind: 'product',
    network_ids: [...networkIds],
    querying_entity_id: queryingEntityId,
    furnishing_entity_ids: [],
    outcome: 'issued',
    billable: true,
    occurred_at: at.toISOString(),
    ...change,
  };
}

const store = (events: readonly Partial<QueryEvent>[]) =>
  service.sql(
    `insert into query_event (query_event_id, querying_entity_id, network_ids, occurred_at, payload)
     select (event->>'query_event_id')::uuid, (event->>'querying_entity_id')::uuid,
            array(select jsonb_array_elements_text(event->'network_ids')::uuid),
            (event->>'occurred_at')::timestamptz, event::text
     from jsonb_array_elements($1::jsonb) as event`,
    [JSON.stringify(events)],
  );

describe.each(testPlaces())('an archived query event in a %s', (_, start) => {
  useService(start);

  test('is listed, explained, proven, replayed and simulated as before, byte for byte, also without a result', async () => {
    const world = await aVerifiedBusiness(service);
    const issued = await ask(world, 40);
    await service.deliver(
      QueryingPolicySaved,
      aDemand(world, { is_required: true, max_age_days: 1 }),
    );
    const empty = await ask(world, 39);
    const young = await ask(world, 20);
    const references = [issued, empty, young];
    const answers = () =>
      Promise.all(references.map((reference) => answersAbout(world, reference)));
    const before = await answers();
    const replayed = await history();
    expect(before).toMatchObject([
      {
        event: { status: 200, body: { query_event_id: issued, outcome: 'issued' } },
        feed: { status: 200, body: { data: references.map((id) => ({ query_event_id: id })) } },
        uses: { status: 200, body: { data: references.map((id) => ({ query_event_id: id })) } },
        explanation: { status: 200, body: { code: 'issued' } },
        evidence: {
          status: 200,
          body: { decision: 'recorded', certificate_sha256: expect.stringMatching(/^.{64}$/) },
        },
        replay: { status: 200, body: { code: 'identical' } },
        simulation: { status: 200, body: { simulation: { simulated_outcome: 'no_result' } } },
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

    expect(await archiveOne()).toMatchObject({ rows: 2 });

    expect(await stored()).toEqual([
      { query_event_id: issued, payload: null, decision: null },
      { query_event_id: empty, payload: null, decision: null },
      { query_event_id: young, payload: expect.any(String), decision: expect.any(String) },
    ]);
    expect(await answers()).toEqual(before);
    expect(await history()).toEqual(replayed);
    await service.sql(`update certificate set issued_at = now() - interval '40 days'`);
    await assembled.app.get(ArchiveRows).archive(CERTIFICATES, daysAgo(30), () => undefined);
    expect(await answers()).toEqual(before);
    expect(await verified()).toEqual([
      { part: expect.any(Number), file: expect.any(String), rows: 2 },
    ]);
  });

  test('is a line of a file, with the digests of its texts; one without a decision too', async () => {
    const world = await aVerifiedBusiness(service);
    const recorded = await ask(world, 41);
    const unrecorded = await ask(world, 40);
    await forgetDecision(service, unrecorded);
    const rows = await stored();
    const explained = await decisionAnswers(service, world, unrecorded);
    expect(explained).toMatchObject({ explanation: { body: { code: 'not_recorded' } } });

    const { file } = await archiveOne();

    const day = daysAgo(41).toISOString().slice(0, 10);
    expect(file).toMatch(
      new RegExp(`^query-events/${day}/${recorded}\\.[0-9a-f]{16}\\.ndjson\\.gz$`),
    );
    const lines = (await linesOf(file)).map((line) => JSON.parse(line) as object);
    expect(lines).toEqual(
      rows.map(({ payload, decision, query_event_id }) => ({
        query_event_id,
        querying_entity_id: world.principal.entity_id,
        network_ids: [world.networkId],
        occurred_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        payload_sha256: sha256(payload ?? ''),
        payload,
        decision_sha256: decision === null ? null : sha256(decision),
        decision,
      })),
    );
    expect(await decisionAnswers(service, world, unrecorded)).toEqual(explained);
  });

  test('is a 404 for other institutions, also if its file is missing', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await ask(world, 40);
    await place.remove((await archiveOne()).file);
    const answersTo = async (id: string) => {
      const stranger = aWorld();
      const event = await answer(
        service,
        reading(stranger.principal),
        'GET',
        `/v1/query-events/${id}`,
      );
      const decision = await decisionAnswers(service, stranger, id);
      return [event, ...Object.values(decision)].map(({ status, body }) => ({
        status,
        body: { ...body, request_id: undefined },
      }));
    };
    const answers = await answersTo(reference);
    expect(answers).toEqual(await answersTo(newId()));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    const feed = await answer(
      service,
      reading(member(world.networkId, 'querier')),
      'GET',
      `/v1/query-events?network_id=${world.networkId}`,
    );
    expect(feed).toMatchObject({ status: 200, body: { data: [] } });
  });

  test.each<[string, (file: string) => Promise<void>]>([
    ['is missing', (file) => place.remove(file)],
    ['is not a file of this format', (file) => place.put(file, 'text')],
    [
      'was altered',
      async (file) => {
        const text = (await linesOf(file)).join('\n');
        await place.put(file, gzipSync(`${text.replaceAll('issued', 'no_result')}\n`));
      },
    ],
    [
      'was altered, and its digest in the database too',
      async (file) => {
        const altered = gzipSync(
          (await linesOf(file)).join('\n').replaceAll('issued', 'no_result'),
        );
        await place.put(file, altered);
        await service.sql('update query_event_archive set sha256 = $1', [sha256(altered)]);
      },
    ],
  ])('whose file %s is a 500, and the file is named', async (_, damage) => {
    const world = await aVerifiedBusiness(service);
    const reference = await ask(world, 40);
    const young = await ask(world, 20);
    const { part, file } = await archiveOne();
    await damage(file);

    const answers = Object.values(await answersAbout(world, reference));
    expect(answers).toEqual(
      answers.map(() =>
        expect.objectContaining({
          status: 500,
          body: expect.objectContaining({
            error_code: 'OPERATION_FAILED',
            detail: 'query events are archived, and their archive cannot be read',
          }),
        }),
      ),
    );
    expect(await decisionAnswers(service, world, young)).toMatchObject({
      explanation: { status: 200 },
      replay: { status: 200 },
    });
    expect(await verified()).toEqual([{ part, file, rows: 1, fault: expect.any(String) }]);
  });
});

describe.each(testPlaces())('archiving query events to a %s', (_, start) => {
  useService(start);

  test('changes no page of the feed and no daily count, and a restore changes none either', async () => {
    const networks = [newId(), newId()];
    const [networkId = ''] = networks;
    const querier = member(networkId, 'querier');
    const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    const time = (day: number, ms: number) => new Date(midnight - day * DAY_MS + ms);
    await store([
      anEvent([networkId], querier.entity_id, time(34, 0)),
      anEvent([networkId], querier.entity_id, time(33, DAY_MS - 1), { outcome: 'no_result' }),
      anEvent(networks, querier.entity_id, time(33, 0)),
      anEvent(networks, newId(), time(33, 0), { billable: false }),
      anEvent(networks, newId(), time(32, 0), { kind: 'template', product_slug: 'credit' }),
      anEvent([newId()], querier.entity_id, time(32, 0)),
      // The boundary is within the following day.
      anEvent([networkId], querier.entity_id, time(31, 10)),
      anEvent([networkId], querier.entity_id, time(31, 11)),
      anEvent([networkId], querier.entity_id, time(31, 12), { outcome: 'no_result' }),
      anEvent([networkId], querier.entity_id, time(20, 0)),
    ]);
    const lists = async () => {
      const found = [];
      for (const principal of [querier, member(networkId, 'governor')]) {
        for (const order of ['oldest_first', 'newest_first']) {
          const query = { network_id: networkId, limit: '2', order };
          found.push(await pagesOf(reading(principal), '/v1/query-events', query));
        }
        const from = time(40, 0).toISOString().slice(0, 10);
        const to = time(10, 0).toISOString().slice(0, 10);
        const window = { network_id: networkId, from, to };
        found.push(await pagesOf(reading(principal), '/v1/query-events/daily-counts', window));
      }
      return found;
    };
    const before = await lists();
    expect(before.map((pages) => pages.flatMap(({ data }) => data).length)).toEqual([
      7, 7, 6, 9, 9, 8,
    ]);

    const parts = await archive(time(31, 11));

    expect(parts).toMatchObject([{ rows: 7, through: time(31, 10).toISOString() }]);
    expect(await lists()).toEqual(before);
    await restore();
    expect(await lists()).toEqual(before);
  });

  test('writes files of 500 query events, each once, also by two runs at once', async () => {
    const networkId = newId();
    const entityId = newId();
    await store(
      Array.from({ length: 1_101 }, (_, index) =>
        anEvent([networkId], entityId, new Date(daysAgo(40).getTime() + (index % 300))),
      ),
    );

    const parts = (await Promise.all([archive(), archive()])).flat();

    expect(parts.map(({ rows }) => rows).sort()).toEqual([101, 500, 500]);
    const texts = await Promise.all(parts.map(({ file }) => linesOf(file)));
    const ids = texts.flat().map((line) => (JSON.parse(line) as Stored).query_event_id);
    expect(new Set(ids).size).toBe(1_101);
    expect((await stored()).filter(({ payload }) => payload !== null)).toEqual([]);
    expect((await verified()).filter(({ fault }) => fault !== undefined)).toEqual([]);
    const pages = await pagesOf(reading(member(networkId, 'governor')), '/v1/query-events', {
      network_id: networkId,
      limit: '1000',
    });
    expect(pages.flatMap(({ data }) => data)).toMatchObject(
      (await stored()).map(({ query_event_id }) => ({ query_event_id })),
    );
  });

  test('archives query events that an earlier run passed', async () => {
    const entityId = newId();
    await store([anEvent([newId()], entityId, daysAgo(40))]);
    expect(await archive()).toMatchObject([{ rows: 1 }]);
    expect(await archive()).toEqual([]);
    const late = anEvent([newId()], entityId, daysAgo(50));
    await store([late, anEvent([newId()], entityId, daysAgo(35))]);
    expect(await archive()).toMatchObject([
      { rows: 2, file: expect.stringContaining(late.query_event_id) },
    ]);
  });

  test('removes nothing unless its file is recorded; a repeated run archives it', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await ask(world, 40);
    const [rows, before] = [await stored(), await answersAbout(world, reference)];
    await service.sql(`
      create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'the disk is full'; end $$`);
    await service.sql(
      'create trigger refused before update on query_event for each row execute function refuse()',
    );
    try {
      await expect(archive()).rejects.toThrow('the disk is full');
    } finally {
      await service.sql('drop trigger refused on query_event');
      await service.sql('drop function refuse');
    }
    expect(await stored()).toEqual(rows);
    expect(await verified()).toEqual([]);

    expect(await archive()).toMatchObject([{ rows: 1 }]);
    expect(await answersAbout(world, reference)).toEqual(before);
  });

  test('is reversed by a restore, after which the query events are archived again', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await ask(world, 40);
    await store(
      Array.from({ length: 600 }, () => anEvent([world.networkId], newId(), daysAgo(39))),
    );
    const everything = () => service.sql('select * from query_event order by query_event_id');
    const before = await everything();
    expect(await archive()).toHaveLength(2);

    await restore();

    expect(await everything()).toEqual(before);
    expect(await verified()).toEqual([]);
    expect(await answersAbout(world, reference)).toMatchObject({ replay: { status: 200 } });
    expect(await archive()).toMatchObject([{ rows: 500 }, { rows: 101 }]);
  });

  test('reads a bounded number of files for a page of the feed and of record uses; the next pages have the rest', async () => {
    const world = await aVerifiedBusiness(service);
    const references: string[] = [];
    for (let file = 0; file < 23; file += 1) {
      references.push(await ask(world, 80 - file));
      await archive(daysAgo(80 - file - 0.5));
    }
    references.push(await ask(world, 20));
    expect(await verified()).toHaveLength(23);
    const found = (pages: readonly { data: readonly unknown[] }[]) => {
      const ids = pages.flatMap(({ data }) => data as { query_event_id: string }[]);
      return ids.map(({ query_event_id }) => query_event_id);
    };
    const governor = reading(member(world.networkId, 'governor'));
    const query = { network_id: world.networkId };
    const newest = await pagesOf(governor, '/v1/query-events', { ...query, order: 'newest_first' });
    expect(newest.map(({ data }) => data.length)).toEqual([21, 3]);
    expect(found(newest)).toEqual(references.toReversed());
    const furnisher: Principal = {
      ...member(world.networkId, 'furnisher'),
      entity_id: world.furnisherId,
      permissions: ['data:furnish'],
    };
    const uses = await pagesOf(furnisher, '/v1/record-uses', query);
    expect(uses.map(({ data }) => data.length)).toEqual([20, 4]);
    expect(found(uses)).toEqual(references);
    const byFive = await pagesOf(furnisher, '/v1/record-uses', { ...query, limit: '5' });
    expect(byFive.map(({ data }) => data.length)).toEqual([5, 5, 5, 5, 4]);
    expect(found(byFive)).toEqual(references);
  }, 60_000);

  test('leaves a keyed query answered once, also when its database lost the answer and the file stayed', async () => {
    const world = await aVerifiedBusiness(service);
    const key = newId();
    const body = { network_ids: [world.networkId], business_id: world.subjectId };
    const send = async () => {
      const response = await service.send(world.principal, 'POST', KYB, body, {
        'idempotency-key': key,
      });
      return {
        status: response.status,
        text: await response.text(),
        reference: String(response.headers.get('x-ref-id')),
        isReplayed: response.headers.get('idempotency-replayed') === 'true',
      };
    };
    const first = await send();
    await makeOld(first.reference, 40);
    const lost = await archiveOne();
    expect(await send()).toEqual({ ...first, isReplayed: true });
    expect(await stored()).toMatchObject([{ query_event_id: first.reference, payload: null }]);

    // A standby took over that had neither the answer nor its archive.
    for (const table of ['certificate', 'query_event', 'query_event_archive', 'idempotency_key']) {
      await service.sql(`delete from ${table}`);
    }
    expect(await send()).toMatchObject({
      status: 200,
      reference: first.reference,
      isReplayed: false,
    });
    await makeOld(first.reference, 40);
    const kept = await archiveOne();
    expect(await place.files()).toEqual(expect.arrayContaining([lost.file, kept.file]));
    expect(kept.file).not.toBe(lost.file);
    expect(await verified()).toMatchObject([{ file: kept.file, rows: 1 }]);
    expect(await answersAbout(world, first.reference)).toMatchObject({
      feed: { status: 200, body: { data: [{ query_event_id: first.reference }] } },
      replay: { status: 200, body: { code: 'identical' } },
    });
  });
});
