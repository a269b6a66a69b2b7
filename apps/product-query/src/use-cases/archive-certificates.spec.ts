import { gunzipSync, gzipSync } from 'node:zlib';
import { UnusablePlaceError } from '@ndx/archive';
import {
  describeOnObjectStore,
  TestBucket,
  testPlaces,
  type TestPlace,
} from '@ndx/archive/testing';
import { newId, QueryingPolicySaved, type Principal } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { answer, auditedQuery, decisionAnswers } from '../testing/archives.js';
import { aDemand, aVerifiedBusiness, queryCertificate } from '../testing/explained-business.js';
import { startQueryService, type QueryService } from '../testing/query-service.js';
import { aWorld, type World } from '../testing/world.js';
import { CERTIFICATES as TABLE } from '../storage/archived-tables.js';
import { ArchiveRows, type ArchivedPart } from './archive-rows.js';
import { RestoreArchive } from './restore-archive.js';
import { VerifyArchive, type VerifiedPart } from './verify-archive.js';

const DAY_MS = 86_400_000;
const CERTIFICATES = '/v1/products/kyb_certificate/certificates';

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
    await service.sql('truncate certificate, certificate_archive, query_event');
  });
}

async function archive(): Promise<ArchivedPart[]> {
  const parts: ArchivedPart[] = [];
  const before = new Date(Date.now() - 30 * DAY_MS);
  await assembled.app.get(ArchiveRows).archive(TABLE, before, (part) => parts.push(part));
  return parts;
}

async function verified(): Promise<VerifiedPart[]> {
  const parts: VerifiedPart[] = [];
  for await (const part of assembled.app.get(VerifyArchive).verify(TABLE)) parts.push(part);
  return parts;
}

async function textOf(file: string): Promise<string> {
  return gunzipSync(await place.read(file)).toString();
}

/** Issues a certificate `daysAgo` days ago. */
async function issue(world: World, daysAgo: number): Promise<string> {
  const reference = await auditedQuery(service, world);
  await service.sql(
    `update certificate set issued_at = now() - $2 * interval '1 day' where query_event_id = $1`,
    [reference, daysAgo],
  );
  return reference;
}

const bodies = () =>
  service.sql<{ query_event_id: string; body: string | null }>(
    'select query_event_id, body from certificate order by certificate_id',
  );

async function idOf(reference: string): Promise<string> {
  const [row] = await service.sql<{ certificate_id: string }>(
    'select certificate_id from certificate where query_event_id = $1',
    [reference],
  );
  return row?.certificate_id ?? '';
}

/** Every answer about a query that uses its certificate. */
async function answersAbout(world: World, reference: string) {
  const querier: Principal = { ...world.principal, permissions: ['product:query'] };
  const path = `${CERTIFICATES}/${await idOf(reference)}`;
  const [certificate, list, decision] = await Promise.all([
    answer(service, querier, 'GET', path),
    answer(service, querier, 'GET', CERTIFICATES),
    decisionAnswers(service, world, reference),
  ]);
  return { certificate, list, ...decision };
}

describe.each(testPlaces())('an archived certificate in a %s', (_, start) => {
  useService(start);

  test('is returned, listed, explained, proven, replayed and simulated as before, byte for byte', async () => {
    const world = await aVerifiedBusiness(service);
    const old = await issue(world, 40);
    const young = await issue(world, 20);
    const before = await answersAbout(world, old);
    expect(before).toMatchObject({
      certificate: { status: 200 },
      list: { status: 200, body: { data: [expect.anything(), expect.anything()] } },
      explanation: { status: 200, body: { query_event_id: old, code: 'issued' } },
      evidence: {
        status: 200,
        body: { certificate_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      },
      replay: { status: 200, body: { code: 'identical' } },
      simulation: {
        status: 200,
        body: { simulation: { recorded_outcome: 'issued', simulated_outcome: 'no_result' } },
      },
    });

    const parts = await archive();

    expect(parts).toMatchObject([{ rows: 1 }]);
    expect(await bodies()).toEqual([
      { query_event_id: old, body: null },
      { query_event_id: young, body: expect.any(String) },
    ]);
    expect(await answersAbout(world, old)).toEqual(before);
    expect(await verified()).toMatchObject([{ rows: 1 }]);
    expect((await verified())[0]).not.toHaveProperty('fault');
  });

  test('is a line of a file, with the digest of the evidence', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await issue(world, 40);
    const { certificate, evidence } = await answersAbout(world, reference);
    const [part] = await archive();
    if (!part) throw new Error('nothing is archived');

    const [line = ''] = (await textOf(part.file)).split('\n');
    const archived = JSON.parse(line) as { body: string };
    expect(archived).toMatchObject({
      certificate_id: await idOf(reference),
      query_event_id: reference,
      entity_id: world.principal.entity_id,
      network_ids: [world.networkId],
      body_sha256: evidence.body['certificate_sha256'],
    });
    expect(JSON.parse(archived.body)).toEqual(certificate.body);
  });

  test('is a 404 for other institutions, also if its file is missing', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await issue(world, 40);
    const [part] = await archive();
    if (!part) throw new Error('nothing is archived');
    await place.remove(part.file);
    const other = member(world.networkId, 'querier');
    const path = `${CERTIFICATES}/${await idOf(reference)}`;
    expect(await service.call(other, 'GET', path)).toMatchObject({ status: 404 });
    const answersTo = async (id: string) =>
      Object.values(await decisionAnswers(service, aWorld(), id)).map(({ status, body }) => ({
        status,
        body: { ...body, request_id: undefined },
      }));
    const answers = await answersTo(reference);
    expect(answers).toEqual(await answersTo(newId()));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  test.each<[string, (file: string) => Promise<void>]>([
    ['is missing', (file) => place.remove(file)],
    ['is not a file of this format', (file) => place.put(file, 'text')],
    [
      'was altered',
      async (file) => place.put(file, gzipSync((await textOf(file)).replace('llc', 'trust'))),
    ],
  ])(
    'whose file %s is a 500 and no other certificate, and the file is named',
    async (_, damage) => {
      const world = await aVerifiedBusiness(service);
      const reference = await issue(world, 40);
      const [part] = await archive();
      if (!part) throw new Error('nothing is archived');
      await damage(part.file);

      expectUnreadable(await answersAbout(world, reference));
      expect(await verified()).toEqual([
        { part: part.part, file: part.file, rows: 1, fault: expect.any(String) },
      ]);
    },
  );
});

function expectUnreadable({ list, ...answers }: Awaited<ReturnType<typeof answersAbout>>): void {
  expect(list).toMatchObject({ status: 200 });
  for (const answer of Object.values(answers)) {
    expect(answer).toMatchObject({
      status: 500,
      body: {
        error_code: 'OPERATION_FAILED',
        detail: 'the certificate is archived, and its archive cannot be read',
      },
    });
  }
}

describe.each(testPlaces())('archiving to a %s', (_, start) => {
  useService(start);

  test('changes no answer about an older query without a result', async () => {
    const world = await aVerifiedBusiness(service);
    await service.deliver(
      QueryingPolicySaved,
      aDemand(world, { is_required: true, max_age_days: 1 }),
    );
    const reference = await auditedQuery(service, world);
    await service.sql(
      `update query_event set occurred_at = occurred_at - interval '40 days' where query_event_id = $1`,
      [reference],
    );
    await issue(await aVerifiedBusiness(service), 40);
    const before = await decisionAnswers(service, world, reference);
    expect(before).toMatchObject({
      explanation: { status: 200, body: { code: 'required_section_missing' } },
      evidence: { status: 200, body: { decision: 'recorded', certificate_sha256: null } },
      replay: { status: 200, body: { code: 'identical' } },
      simulation: { status: 200, body: { simulation: { simulated_outcome: 'no_result' } } },
    });
    expect(await archive()).toMatchObject([{ rows: 1 }]);
    expect(await decisionAnswers(service, world, reference)).toEqual(before);
  });

  /** Old certificates in addition to one that was issued. */
  const copies = (count: number) =>
    service.sql(
      `insert into certificate (certificate_id, query_event_id, entity_id, network_ids, record_ids, issued_at, body)
       select ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, gen_random_uuid(),
         entity_id, network_ids, record_ids, now() - interval '40 days', body
       from (select * from certificate limit 1) c, generate_series(1, $1) n`,
      [count],
    );

  test('writes files of 500 certificates, each once, also by two runs at once', async () => {
    await issue(await aVerifiedBusiness(service), 40);
    await copies(1_100);

    const parts = (await Promise.all([archive(), archive()])).flat();

    expect(parts.map(({ rows }) => rows).sort()).toEqual([101, 500, 500]);
    const texts = await Promise.all(parts.map(({ file }) => textOf(file)));
    const lines = texts.flatMap((text) => text.trimEnd().split('\n'));
    const ids = lines.map(
      (line) => (JSON.parse(line) as { certificate_id: string }).certificate_id,
    );
    expect(new Set(ids).size).toBe(1_101);
    expect((await bodies()).filter(({ body }) => body !== null)).toEqual([]);
    expect(await verified()).toHaveLength(3);
    expect((await verified()).filter(({ fault }) => fault !== undefined)).toEqual([]);
  });

  test('removes no body unless its file is recorded; a repeated run archives it', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await issue(world, 40);
    const before = await answersAbout(world, reference);
    await service.sql(`
      create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'the disk is full'; end $$`);
    await service.sql(
      'create trigger refused before update on certificate for each row execute function refuse()',
    );
    try {
      await expect(archive()).rejects.toThrow('the disk is full');
    } finally {
      await service.sql('drop trigger refused on certificate');
    }
    expect(await bodies()).toMatchObject([{ body: expect.any(String) }]);
    expect(await verified()).toEqual([]);

    expect(await archive()).toMatchObject([{ rows: 1 }]);
    expect(await answersAbout(world, reference)).toEqual(before);
  });

  test('is reversed by a restore, after which the certificates are archived again', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await issue(world, 40);
    await copies(600);
    const before = await bodies();
    const archived = await archive();
    expect(archived).toHaveLength(2);

    const restored: number[] = [];
    await assembled.app.get(RestoreArchive).restore(TABLE, ({ part }) => restored.push(part));

    expect(restored).toEqual(archived.map(({ part }) => part).reverse());
    expect(await bodies()).toEqual(before);
    expect(await verified()).toEqual([]);
    expect(await answersAbout(world, reference)).toMatchObject({ replay: { status: 200 } });
    expect(await archive()).toMatchObject([{ rows: 500 }, { rows: 101 }]);
  });

  test('continues after the last file; a second run finds nothing', async () => {
    const world = await aVerifiedBusiness(service);
    await issue(world, 40);
    expect(await archive()).toHaveLength(1);
    expect(await archive()).toEqual([]);
    await issue(world, 35);
    expect(await archive()).toMatchObject([{ rows: 1 }]);
    expect(await verified()).toHaveLength(2);
  });
});

describeOnObjectStore('an S3 service that does not answer', () => {
  let bucket: TestBucket;
  useService(async () => (bucket = await TestBucket.start()));

  async function withoutAnswers(work: () => Promise<void>): Promise<void> {
    bucket.service.pause();
    try {
      await work();
    } finally {
      bucket.service.resume();
    }
  }

  test('leaves the certificates in the database; a repeated run archives them', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await issue(world, 40);
    const before = await answersAbout(world, reference);
    await withoutAnswers(async () => {
      await expect(archive()).rejects.toThrow(UnusablePlaceError);
    });
    expect(await bodies()).toMatchObject([{ body: expect.any(String) }]);
    expect(await archive()).toMatchObject([{ rows: 1 }]);
    expect(await answersAbout(world, reference)).toEqual(before);
  });

  test('is a 500 of the requests that read an archived certificate, and of no other request', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await issue(world, 40);
    const before = await answersAbout(world, reference);
    await archive();
    await withoutAnswers(async () => {
      expectUnreadable(await answersAbout(world, reference));
      expect(await queryCertificate(service, world)).toEqual(expect.any(String));
      await expect(verified()).rejects.toThrow(UnusablePlaceError);
    });
    expect(await answersAbout(world, reference)).toMatchObject({
      certificate: before.certificate,
      simulation: before.simulation,
    });
  });
});
