import { createHash, randomBytes } from 'node:crypto';
import { BOUNDS, documentReference, type Principal } from '@ndx/contracts';
import { readDocumentPart } from '@ndx/api';
import { member } from '@ndx/service/testing';
import { startHttpServer, type TestHttpServer } from '@ndx/testing';
import { useStarted } from '@ndx/testing/use-started';
import { describe, expect, test } from '@jest/globals';
import { ExpiringDocuments } from '../storage/expiring-documents.js';
import { useFurnishingService } from '../testing/furnishing-service.js';
import { kybFurnisher } from '../testing/kyb-furnisher.js';
import { anIdentitySection, aRecord, daysAgo } from '../testing/kyb-records.js';

const DOCUMENTS = '/v1/documents';
const FIELD = 'business_formation_document_artifact';

/** The content that the scanner refuses. */
const REFUSED = Buffer.from('refused by the scanner');

/** The scanner of an operator; it answers nothing of use for one content. */
class Scanner {
  readonly scanned: { readonly type: string | undefined; readonly content: Buffer }[] = [];

  private constructor(private readonly server: TestHttpServer) {}

  static async start(): Promise<Scanner> {
    const server = await startHttpServer((request, response) => {
      request.once('error', (error) => response.destroy(error));
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.once('end', () => {
        const content = Buffer.concat(parts);
        scanner.scanned.push({ type: request.headers['content-type'], content });
        if (content.includes('no verdict')) response.writeHead(503).end();
        else response.end(JSON.stringify({ accepted: !content.equals(REFUSED) }));
      });
    });
    const scanner = new Scanner(server);
    return scanner;
  }

  get url(): string {
    return this.server.url;
  }

  stop(): Promise<void> {
    return this.server.stop();
  }
}

const sha256Of = (content: Buffer) => createHash('sha256').update(content).digest('hex');

function uploads(service: ReturnType<typeof useFurnishingService>) {
  const furnisher = kybFurnisher(service);
  const begin = (content: Buffer, more: object = {}, who: Principal = furnisher.principal) =>
    service.call(who, 'POST', DOCUMENTS, {
      ...{ network_id: furnisher.network, bytes: content.length, sha256: sha256Of(content) },
      media_type: 'application/pdf',
      ...more,
    });
  const write = (id: unknown, offset: number, content: Buffer, who = furnisher.principal) =>
    service.call(who, 'PUT', `${DOCUMENTS}/${String(id)}/content`, {
      ...{ offset, content: content.toString('base64') },
    });
  const read = (id: unknown, who = furnisher.principal) =>
    service.call(who, 'GET', `${DOCUMENTS}/${String(id)}`);
  const upload = async (content: Buffer, more: object = {}) => {
    const { document_id } = (await begin(content, more)).body;
    for (let offset = 0; offset < content.length; offset += BOUNDS.document.partBytes) {
      await write(
        document_id,
        offset,
        content.subarray(offset, offset + BOUNDS.document.partBytes),
      );
    }
    return (await read(document_id)).body;
  };
  const referring = (value: unknown) =>
    aRecord({ business_identity_verification: anIdentitySection({ [FIELD]: value }, daysAgo(1)) });
  const furnish = async (value: unknown, more: object = {}) => {
    const { body } = await furnisher.furnish([{ ...referring(value), ...more }]);
    const [result] = body['results'] as [
      { record_id: string | null; errors: { code: string; path: string }[] },
    ];
    return result;
  };
  const readPart = (id: unknown, offset = 0, from = furnisher.principal.entity_id) =>
    service.call('product-query', 'POST', readDocumentPart.path, {
      ...{ document_id: id, furnishing_entity_id: from, offset },
    });
  return { ...furnisher, begin, write, read, upload, furnish, readPart };
}

describe('a document', () => {
  const service = useFurnishingService();

  test('is written in parts, continued after an interruption, and is ready with its last byte', async () => {
    const { begin, write, read } = uploads(service);
    const content = randomBytes(1_200_000);
    const { body } = await begin(content);
    const id = body['document_id'];
    expect(body).toMatchObject({ state: 'receiving', received_bytes: 0, scanned: false });
    const first = content.subarray(0, 500_000);
    expect((await write(id, 0, first)).body).toMatchObject({ received_bytes: 500_000 });
    // The client did not get the response.
    expect((await write(id, 0, first)).body).toMatchObject({ received_bytes: 500_000 });
    expect(await write(id, 600_000, first)).toMatchObject({
      status: 400,
      body: { detail: 'body -> offset: must be `received_bytes` of the document' },
    });
    await write(id, 500_000, content.subarray(500_000, 1_000_000));
    expect(await write(id, 1_000_000, first)).toMatchObject({
      status: 400,
      body: { detail: 'body -> content: must end with the last byte of the document' },
    });
    const last = await write(id, 1_000_000, content.subarray(1_000_000));
    expect(last.body).toMatchObject({
      ...{ state: 'ready', rejection: null, received_bytes: 1_200_000, scanned: false },
      reference: documentReference(String(id)),
    });
    expect(await read(id)).toEqual(last);
  });

  test('that is begun again while a part is missing is the same document; with other terms it is another', async () => {
    const { begin, write, read } = uploads(service);
    const content = randomBytes(100);
    const named = { file_name: 'articles.pdf' };
    const { document_id: id } = (await begin(content, named)).body;
    await write(id, 0, content.subarray(0, 60));
    expect((await begin(content, named)).body).toMatchObject({
      ...{ document_id: id, received_bytes: 60, file_name: 'articles.pdf' },
    });
    expect((await begin(content)).body['document_id']).not.toBe(id);
    await write(id, 60, content.subarray(60));
    expect((await read(id)).body['state']).toBe('ready');
    expect((await begin(content, named)).body['document_id']).not.toBe(id);
  });

  test('is listed to its institution, in both orders, with its name and whether a record references it', async () => {
    const { upload, furnish, principal, network } = uploads(service);
    const first = await upload(Buffer.from('first'), { file_name: 'first.pdf' });
    const second = await upload(Buffer.from('second'));
    await furnish(first['reference']);
    const list = async (query: string, who = principal) => {
      const { body } = await service.call(who, 'GET', `${DOCUMENTS}${query}`);
      return body as { data: Readonly<Record<string, unknown>>[]; next_cursor: string };
    };
    const oldest = await list('?limit=1');
    expect(oldest.data).toEqual([{ ...first, referenced: true }]);
    expect((await list(`?cursor=${oldest.next_cursor}`)).data).toEqual([second]);
    expect((await list('?order=newest_first')).data.map((one) => one['file_name'])).toEqual([
      ...[null, 'first.pdf'],
    ]);
    expect((await list('', member(network, 'furnisher'))).data).toEqual([]);
  });

  test('with another digest is rejected, and keeps no content', async () => {
    const { begin, write, furnish } = uploads(service);
    const content = randomBytes(100);
    const { body } = await begin(content, { sha256: sha256Of(Buffer.from('another')) });
    await write(body['document_id'], 0, content.subarray(0, 50));
    const rejected = await write(body['document_id'], 50, content.subarray(50));
    expect(rejected.body).toMatchObject({ state: 'rejected', rejection: 'other_digest' });
    const parts = `select from document_part where document_id = '${String(body['document_id'])}'`;
    expect(await service.sql(parts)).toEqual([]);
    expect((await furnish(body['reference'])).errors).toMatchObject([{ code: 'unknown_document' }]);
  });

  test.each([
    ['bytes', 0, 'must not be less than 1'],
    ['bytes', BOUNDS.document.bytes + 1, 'must be at most 20 MiB'],
    ['sha256', 'abc', 'must be a SHA-256 digest in lower-case hexadecimal'],
    ['media_type', 'pdf', 'must be a media type'],
    ['network_id', 'x', 'must be a UUID'],
    ['file_name', 'folder/articles.pdf', 'must be the name of a file, without a folder'],
    ['file_name', '..', 'must be the name of a file, without a folder'],
  ])('with the %s %p is refused', async (name, value, message) => {
    const { begin } = uploads(service);
    expect(await begin(Buffer.from('x'), { [name]: value })).toMatchObject({
      status: 422,
      body: { detail: `body -> ${name}: ${message}` },
    });
  });

  test.each([
    ['', 'must not be empty'],
    ['a', 'must be in Base64'],
    ['A'.repeat(800_000), 'must be at most 524288 bytes in Base64'],
  ])('is not written with a malformed part', async (content, message) => {
    const { begin, principal } = uploads(service);
    const { body } = await begin(Buffer.from('x'));
    const path = `${DOCUMENTS}/${String(body['document_id'])}/content`;
    expect(await service.call(principal, 'PUT', path, { offset: 0, content })).toMatchObject({
      status: 422,
      body: { detail: `body -> content: ${message}` },
    });
  });

  test('is uploaded by furnishers of the network alone, and seen by the institution alone', async () => {
    const { begin, write, read, network } = uploads(service);
    const { body } = await begin(Buffer.from('x'));
    const querier = member(network, 'querier');
    expect(await begin(Buffer.from('x'), {}, querier)).toMatchObject({
      status: 403,
      body: { reason: 'role_missing' },
    });
    const other = member(network, 'furnisher');
    const foreign = await read(body['document_id'], other);
    expect(foreign).toMatchObject({ status: 404, body: { reason: 'not_found' } });
    expect((await read(crypto.randomUUID(), other)).body['detail']).toBe(foreign.body['detail']);
    expect((await write(body['document_id'], 0, Buffer.from('x'), other)).status).toBe(404);
  });

  test('is encrypted at rest', async () => {
    const { upload } = uploads(service);
    const content = Buffer.from('the articles of incorporation');
    const { document_id } = await upload(content, { file_name: 'articles of Example LLC.pdf' });
    const [part] = await service.sql<{ content: string }>(
      `select content from document_part where document_id = '${String(document_id)}'`,
    );
    expect(service.sealer.open(part?.content ?? '')).toBe(content.toString('base64'));
    const [row] = await service.sql<{ file_name: string }>(
      `select file_name from document where id = '${String(document_id)}'`,
    );
    expect(service.sealer.open(row?.file_name ?? '')).toBe('articles of Example LLC.pdf');
  });

  test('of an institution with too many unreferenced ones is not begun, until a record references one', async () => {
    const { begin, upload, furnish, principal, network } = uploads(service);
    const { reference } = await upload(Buffer.from('articles'));
    const others = BOUNDS.document.unreferenced - 1;
    await service.sql(
      `insert into document select gen_random_uuid(), '${network}', '${principal.entity_id}', 1, '', '',
         'receiving', null, false, 0, now() from generate_series(1, ${others})`,
    );
    expect(await begin(Buffer.from('x'))).toMatchObject({
      status: 409,
      body: { reason: 'limit_reached' },
    });
    expect((await furnish(reference)).errors).toEqual([]);
    expect((await begin(Buffer.from('x'))).body).toMatchObject({ state: 'receiving' });
  });

  test('that no record references expires after seven days', async () => {
    const { upload, furnish, read } = uploads(service);
    const [kept, lost, recent] = [
      await upload(Buffer.from('referenced')),
      await upload(Buffer.from('not referenced')),
      await upload(Buffer.from('not referenced yet')),
    ];
    expect((await furnish(kept['reference'])).errors).toEqual([]);
    await service.sql(
      `update document set created_at = now() - interval '8 days' where id = any($1::uuid[])`,
      [[kept['document_id'], lost['document_id']]],
    );
    const assembled = await service.assemble();
    // The running service may have deleted it before.
    await assembled.app.get(ExpiringDocuments).deleteExpired(100);
    await assembled.close();
    const statuses = [];
    for (const { document_id } of [kept, lost, recent]) {
      statuses.push((await read(document_id)).status);
    }
    expect(statuses).toEqual([200, 404, 200]);
  });
});

describe('a record', () => {
  const service = useFurnishingService();

  test('releases the document that it references to product-query, in parts', async () => {
    const { upload, furnish, readPart } = uploads(service);
    const content = randomBytes(700_000);
    const { document_id, reference } = await upload(content);
    expect((await readPart(document_id)).status).toBe(404);
    expect((await furnish(reference)).errors).toEqual([]);
    const parts: Buffer[] = [];
    for (let offset = 0; offset < content.length; offset += parts.at(-1)?.length ?? 0) {
      const { body } = await readPart(document_id, offset);
      expect(body).toMatchObject({ bytes: 700_000, sha256: sha256Of(content), scanned: false });
      parts.push(Buffer.from(String(body['content']), 'base64'));
    }
    expect(Buffer.concat(parts).equals(content)).toBe(true);
    const { body: middle } = await readPart(document_id, 100);
    expect(Buffer.from(String(middle['content']), 'base64')).toEqual(
      content.subarray(100, BOUNDS.document.partBytes),
    );
    expect((await readPart(document_id, 700_000)).body['content']).toBe('');
    const other = await readPart(document_id, 0, crypto.randomUUID());
    expect(other).toMatchObject({ status: 404, body: { reason: 'not_found' } });
  });

  test.each([
    [
      'a document of another institution',
      async () => (await uploads(service).upload(Buffer.from('x')))['reference'],
    ],
    ['an incomplete document', undefined],
    ['no document', async () => documentReference(crypto.randomUUID())],
    ['a malformed id', async () => documentReference('x')],
  ])('that references %s is rejected, and the field is named', async (_what, reference) => {
    const { furnish, begin } = uploads(service);
    const value = reference ? await reference() : (await begin(Buffer.from('x'))).body['reference'];
    expect(await furnish(value)).toMatchObject({
      record_id: null,
      errors: [{ code: 'unknown_document', path: `business_identity_verification.data.${FIELD}` }],
    });
  });

  test('takes its document with it when it ends, unless another record references it', async () => {
    const { upload, furnish, read, principal } = uploads(service);
    const { document_id, reference } = await upload(Buffer.from('articles'));
    const first = await furnish(reference);
    const second = await furnish(reference);
    const withdraw = (id: string | null) =>
      service.call(principal, 'POST', `/v1/records/${String(id)}/withdraw`, {
        reason: 'wrong_value',
      });
    expect((await withdraw(first.record_id)).status).toBe(200);
    expect((await read(document_id)).status).toBe(200);
    const third = await furnish(reference, { corrects_record_id: second.record_id });
    expect(third.errors).toEqual([]);
    expect((await read(document_id)).status).toBe(200);
    expect((await withdraw(third.record_id)).status).toBe(200);
    expect((await read(document_id)).status).toBe(404);
    const parts = `select from document_part where document_id = '${String(document_id)}'`;
    expect(await service.sql(parts)).toEqual([]);
  });
});

describe('with a scanner', () => {
  const scanner = useStarted(() => Scanner.start());
  const service = useFurnishingService({
    get DOCUMENT_SCANNER_URL() {
      return scanner.url;
    },
  });

  test('a document is ready when the scanner accepts its content', async () => {
    const content = randomBytes(600_000);
    expect(await uploads(service).upload(content)).toMatchObject({ state: 'ready', scanned: true });
    expect(scanner.scanned.at(-1)?.type).toBe('application/pdf');
    expect(scanner.scanned.at(-1)?.content.equals(content)).toBe(true);
  });

  test('a document that the scanner refuses is rejected', async () => {
    expect(await uploads(service).upload(REFUSED)).toMatchObject({
      ...{ state: 'rejected', rejection: 'scanner', scanned: false },
    });
  });

  test('a document without a verdict is not ready: its last part fails, and is written again', async () => {
    const { begin, write, read } = uploads(service);
    const content = Buffer.from('no verdict');
    const { document_id } = (await begin(content)).body;
    expect(await write(document_id, 0, content)).toMatchObject({
      status: 500,
      body: { reason: 'service_unavailable' },
    });
    expect((await read(document_id)).body).toMatchObject({ state: 'receiving', received_bytes: 0 });
  });
});
