import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { NdxError, type UploadedDocument } from '@ndx/client';
import { downloadDocument, uploadDocument } from '@ndx/client/documents';
import {
  DEMO_NETWORK,
  FIRST_BANK,
  OPERATOR,
  QUERYING_BANK,
  SECOND_BANK,
  type DemoInstitution,
} from '@ndx/tools/network/demo-network';
import { FURNISH, IDENTITY, isIssued, queryUntil, TestBusiness } from '../harness/business.js';
import { CommandLine } from '../harness/command-line.js';
import type { Exchange } from '../harness/exchange.js';
import { succeed } from '../harness/participant.js';
import { ASSETS, isAnswered, OWNS, TemplateSubject } from '../harness/template-subject.js';

const FIELD = 'business_formation_document_artifact';
/** More than a request or a record can carry. */
const BYTES = 3_000_000;

interface Certificate {
  readonly certificate_id: string;
  readonly query_event_id: string;
  readonly result: {
    readonly [IDENTITY]: { readonly data: Readonly<Record<string, unknown>> };
  };
}

/** Documents that are uploaded, furnished by reference, and released with a certificate. */
export function uploadedDocumentsSuite(exchange: () => Exchange): void {
  describe('an uploaded document', () => {
    const bank = () => exchange().as(FIRST_BANK).sdk();
    const querier = () => exchange().as(QUERYING_BANK).sdk();

    const furnish = async (by: DemoInstitution, reference: string) => {
      const business = new TestBusiness(exchange());
      const section = {
        assertions: { business_identity_verification_performed_timestamp: '2026-01-15T09:30:00Z' },
        data: { business_entity_type: 'limited_liability_company', [FIELD]: reference },
      };
      const records = [{ business_identity: business.identity, [IDENTITY]: section }];
      const { results } = await succeed(
        exchange().as(by).post(FURNISH, { network_id: DEMO_NETWORK.id, records }),
      );
      const [result] = results as [Readonly<Record<string, unknown>>];
      return { business, result };
    };

    /** A business whose record references an uploaded document. */
    async function furnished(content: Buffer<ArrayBuffer>) {
      const document = await uploadDocument(bank(), {
        ...{ networkId: DEMO_NETWORK.id, content, mediaType: 'application/pdf', fileName: 'a.pdf' },
      });
      const { business, result } = await furnish(FIRST_BANK, document.reference);
      return { business, document, recordId: String(result['record_id']) };
    }

    /** Queries the business under a consent to some fields. */
    async function certificateOf(business: TestBusiness, consented_fields = '*') {
      const consent_id = await business.consent({ consented_fields });
      return (await queryUntil(exchange(), { consent_id }, isIssued)).body as Certificate;
    }

    const statusOf = async (request: Promise<unknown>) => {
      try {
        await request;
        return 200;
      } catch (error) {
        if (error instanceof NdxError) return error.status;
        throw error;
      }
    };

    test('is released, byte for byte, to the institution whose answer has its field, until its record ends', async () => {
      const content = randomBytes(BYTES);
      const { business, document, recordId } = await furnished(content);
      const certificate = await certificateOf(business);
      const { query_event_id, result } = certificate;
      expect(result[IDENTITY].data[FIELD]).toBe(document.reference);
      const documentId = document.document_id;
      const answer = { queryEventId: query_event_id, documentId };
      const downloaded = await downloadDocument(querier(), answer);
      expect(Buffer.from(downloaded.content).equals(content)).toBe(true);
      expect(downloaded).toMatchObject({
        ...{ mediaType: 'application/pdf', fileName: 'a.pdf', scanned: false },
      });
      const event = { path: { query_event_id } };
      expect((await querier().listAnswerDocuments(event)).data.documents).toEqual([
        {
          ...{ document_id: documentId, file_name: 'a.pdf', bytes: BYTES, scanned: false },
          ...{ sha256: document.sha256, media_type: 'application/pdf' },
          ...{ model_name: IDENTITY, field_name: FIELD, furnishing_entity_id: FIRST_BANK.entityId },
        },
      ]);

      const another = exchange().as(SECOND_BANK).sdk();
      expect(await statusOf(another.readDocument({ path: { document_id: documentId } }))).toBe(404);
      const path = { query_event_id, document_id: documentId };
      for (const other of [OPERATOR, SECOND_BANK]) {
        const reader = exchange().as(other).sdk();
        expect(await statusOf(reader.readAnswerDocument({ path }))).not.toBe(200);
        expect(await statusOf(reader.listAnswerDocuments(event))).not.toBe(200);
      }

      const ended = { path: { record_id: recordId }, body: { reason: 'wrong_value' } } as const;
      await bank().withdrawRecord(ended);
      expect(await statusOf(querier().readAnswerDocument({ path }))).toBe(404);
      expect((await querier().listAnswerDocuments(event)).data.documents).toEqual([]);
      const { certificate_id } = certificate;
      const again = await querier().readKybCertificate({ path: { certificate_id } });
      expect(again.data.result).toEqual(result);
    });

    test('is released with the answer of a template that has its reference, until its consent hides the field', async () => {
      const content = randomBytes(2_000);
      const upload = { networkId: DEMO_NETWORK.id, content, mediaType: 'application/pdf' };
      const { document_id, reference } = await uploadDocument(bank(), upload);
      const owner = new TemplateSubject(exchange());
      await owner.consent();
      await owner.furnish(ASSETS, { data: { ...OWNS, bank_statement_upload: ['a', reference] } });
      const answer = await owner.queryUntil(ASSETS, isAnswered);
      const { network_query_id: queryEventId, ...values } = answer.body as {
        readonly network_query_id: string;
        readonly bank_statement_upload: readonly string[];
      };
      expect(values.bank_statement_upload).toEqual(['a', reference]);
      const path = { query_event_id: queryEventId };
      expect((await querier().listAnswerDocuments({ path })).data.documents).toMatchObject([
        {
          ...{ document_id, file_name: null, bytes: 2_000 },
          ...{ model_name: ASSETS.slug, field_name: 'bank_statement_upload' },
          furnishing_entity_id: FIRST_BANK.entityId,
        },
      ]);
      const downloaded = await downloadDocument(querier(), {
        ...{ queryEventId, documentId: document_id },
      });
      expect(Buffer.from(downloaded.content).equals(content)).toBe(true);

      await owner.consent({ consented_fields: `${ASSETS.slug}.asset_type` });
      const hidden = await owner.queryUntil(ASSETS, ({ body }) => {
        expect(body).toMatchObject({ bank_statement_upload: null });
      });
      const { network_query_id } = hidden.body as { readonly network_query_id: string };
      const unreleased = { query_event_id: network_query_id, document_id };
      expect(await statusOf(querier().readAnswerDocument({ path: unreleased }))).toBe(404);
    });

    test('is not released by an answer whose consent does not cover its field', async () => {
      const { business, document } = await furnished(randomBytes(100));
      const { query_event_id, result } = await certificateOf(
        business,
        `${IDENTITY}.business_entity_type`,
      );
      expect(result[IDENTITY].data[FIELD]).toBeNull();
      const path = { query_event_id, document_id: document.document_id };
      expect(await statusOf(querier().readAnswerDocument({ path }))).toBe(404);
      expect((await querier().listAnswerDocuments({ path })).data.documents).toEqual([]);
    });

    test('continues after an interruption', async () => {
      const content = randomBytes(1_500_000);
      const stopping = new AbortController();
      let documentId = '';
      const upload = uploadDocument(bank(), {
        ...{ networkId: DEMO_NETWORK.id, content, mediaType: 'application/pdf' },
        signal: stopping.signal,
        onProgress: ({ document_id, received_bytes }) => {
          documentId = document_id;
          if (received_bytes > 0) stopping.abort(new Error('stopped'));
        },
      });
      await expect(upload).rejects.toThrow('stopped');
      const received: number[] = [];
      const document = await uploadDocument(bank(), {
        ...{ networkId: DEMO_NETWORK.id, content, mediaType: 'application/pdf' },
        onProgress: ({ received_bytes }) => received.push(received_bytes),
      });
      expect(document).toMatchObject({ document_id: documentId, state: 'ready' });
      expect(received[0]).toBeGreaterThan(0);
      expect(received.at(-1)).toBe(content.length);
    });

    test('is uploaded and downloaded by the command line', async () => {
      const [bankLine, querierLine] = [
        await CommandLine.open(exchange()),
        await CommandLine.open(exchange()),
      ];
      try {
        await bankLine.login(FIRST_BANK);
        await querierLine.login(QUERYING_BANK);
        const [file, saved] = [join(bankLine.folder, 'a.pdf'), join(querierLine.folder, 'b.pdf')];
        const content = randomBytes(BYTES);
        await writeFile(file, content);
        const upload = ['document', 'upload', file, '--type', 'application/pdf', '--json'];
        const uploaded = await bankLine.run(...upload);
        expect(uploaded).toMatchObject({
          status: 0,
          stderr: expect.stringMatching(new RegExp(`\n${BYTES} of ${BYTES} bytes\n$`)),
        });
        const document = JSON.parse(uploaded.stdout) as UploadedDocument;
        const { business } = await furnish(FIRST_BANK, document.reference);
        const { query_event_id } = await certificateOf(business);
        for (const [line, options] of [
          [bankLine, []],
          [querierLine, ['--query', query_event_id]],
        ] as const) {
          const { stdout } = await line.run('document', 'list', ...options);
          expect(stdout).toMatch(new RegExp(`^${document.document_id} +a\\.pdf +${BYTES} `, 'm'));
        }
        const download = ['document', 'download', query_event_id, document.document_id];
        expect(await querierLine.run(...download, '--file', saved)).toMatchObject({
          status: 0,
          stdout: `${saved}: ${BYTES} bytes, application/pdf, not scanned\n`,
        });
        expect((await readFile(saved)).equals(content)).toBe(true);
        expect(await bankLine.run(...download, '--file', join(bankLine.folder, 'c'))).toMatchObject(
          {
            status: 4,
          },
        );
      } finally {
        await Promise.all([bankLine.close(), querierLine.close()]);
      }
    });

    test('of another institution cannot be referenced', async () => {
      const { document } = await furnished(randomBytes(100));
      const owner = new TemplateSubject(exchange());
      const data = { ...OWNS, bank_statement_upload: [document.reference] };
      const request = owner.furnishRequest(ASSETS, { data, by: SECOND_BANK });
      const { path, body, headers } = request;
      expect(await exchange().as(SECOND_BANK).post(path, body, headers)).toMatchObject({
        status: 400,
        body: { detail: expect.stringContaining('bank_statement_upload') },
      });
      const { result } = await furnish(SECOND_BANK, document.reference);
      expect(result).toMatchObject({
        accepted: false,
        errors: [{ code: 'unknown_document', path: `${IDENTITY}.data.${FIELD}` }],
      });
    });
  });
}
