import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { kybCertificate } from '@ndx/catalog';
import { eventually } from '@ndx/testing';
import { DEMO_NETWORK, FIRST_BANK, OPERATOR, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import {
  AUDITOR,
  COMPLIANCE_OFFICER,
  FURNISHER_COMPLIANCE_OFFICER,
} from '@ndx/tools/network/demo-people';
import { aPolicy, isIssued, queryUntil, TestBusiness } from '../harness/business.js';
import type { ConsoleSessions } from '../harness/console-sessions.js';
import { aCorrectedAnswer } from '../harness/corrected-business.js';
import type { Exchange } from '../harness/exchange.js';
import { aNoticeEndpoint } from '../harness/notice-endpoint.js';
import { succeed } from '../harness/participant.js';
import { savedHead, savedJson } from '../harness/saved-file.js';
import { anOwner } from '../harness/template-subject.js';

const NETWORK = DEMO_NETWORK.id;

/** The files of lists, with names beside ids and the filters of the list. */
export function consoleExportsSuite(exchange: () => Exchange, { signIn }: ConsoleSessions): void {
  describe('a list of the console is saved', () => {
    let businessId: string;
    let consentId: string;
    let recordId: string;
    let endpoint: string;
    let corrected: string;

    beforeAll(async () => {
      const business = new TestBusiness(exchange());
      businessId = await business.furnish();
      consentId = await business.consent();
      const furnisher = exchange().as(FIRST_BANK);
      const [submission] = await listed(exchange, '/v1/submissions?order=newest_first&limit=1');
      const path = `/v1/submissions/${String(submission?.['submission_id'])}/records`;
      const [record] = await listed(exchange, path);
      recordId = String(record?.['record_id']);
      await succeed(
        exchange()
          .as(QUERYING_BANK)
          .post(`/v1/records/${recordId}/disputes`, {
            ...{ model_name: 'business_identity_verification', reason: 'wrong_value' },
            ...{ reason_text: 'The owner says so', on_behalf_of_subject: true },
          }),
      );
      await succeed(
        furnisher.post('/v1/institution-attestation', {
          product_id: kybCertificate.id,
          ...{ signed_by_name: 'Console test', signed_by_title: 'Head of compliance' },
          attestation_data: { statement: 'Verified' },
        }),
      );
      const content = Buffer.from(recordId);
      await succeed(
        furnisher.post('/v1/documents', {
          ...{ network_id: NETWORK, bytes: content.length, media_type: 'application/pdf' },
          sha256: createHash('sha256').update(content).digest('hex'),
          file_name: `${recordId}.pdf`,
        }),
      );
      endpoint = await aNoticeEndpoint(exchange(), {});
      corrected = await aCorrectedAnswer(exchange());
    });

    afterAll(() => exchange().as(QUERYING_BANK).delete(endpoint));

    test('disputes, with the names of both institutions and the state', async () => {
      const { page } = await signIn(QUERYING_BANK, `/disputes?network=${NETWORK}&state=open`);
      const { about, data } = await savedJson(page);
      expect(about).toMatchObject({ filter: '{"state":"open"}' });
      expect(data).toContainEqual(
        expect.objectContaining({
          record_id: recordId,
          furnishing_entity_name: 'First Demo Bank',
          disputing_entity_name: 'Querying Demo Bank',
        }),
      );
      expect(await savedHead(page)).toContain('disputing_entity_name');
    });

    test('attestations, with the product and the status', async () => {
      const { page } = await signIn(FURNISHER_COMPLIANCE_OFFICER, '/attestations?status=active');
      const { about, data } = await savedJson(page);
      expect(about).toMatchObject({
        institution: 'First Demo Bank',
        filter: '{"status":"active"}',
      });
      expect(data).toContainEqual(expect.objectContaining({ product: 'kyb_certificate' }));
      expect(new Set(data.map(({ status }) => status))).toEqual(new Set(['active']));
      expect(await savedHead(page)).toContain('signed_by_name');
    });

    test('documents, with the network', async () => {
      const { page } = await signIn(FIRST_BANK, '/documents');
      const { data } = await savedJson(page);
      expect(data).toContainEqual(
        expect.objectContaining({
          file_name: `${recordId}.pdf`,
          network_name: DEMO_NETWORK.name,
        }),
      );
      expect(await savedHead(page)).toContain('sha256');
    });

    test('submissions, with the network and the filters', async () => {
      const path = `/submissions?network_id=${NETWORK}&accepted=all&period=1h`;
      const { page } = await signIn(FIRST_BANK, path);
      const { about, data } = await savedJson(page);
      expect(about['filter']).toBe(JSON.stringify({ network_id: NETWORK, accepted: 'all' }));
      const milliseconds = Date.parse(String(about['to'])) - Date.parse(String(about['from']));
      // Within five seconds: the two are of different moments.
      expect(milliseconds).toBeCloseTo(3_600_000, -4);
      expect(data).toContainEqual(expect.objectContaining({ network_name: DEMO_NETWORK.name }));
      expect(data.filter(({ accepted_count: of, record_count: all }) => of !== all)).toEqual([]);
      expect(await savedHead(page)).toContain('program_name');
    });

    test('notices, with the networks, the kind and the period', async () => {
      const querier = exchange().as(QUERYING_BANK);
      await eventually(async () => {
        const { data } = await succeed(querier.get(`/v1/notices?query_event_id=${corrected}`));
        expect(data).toHaveLength(1);
      });
      const { page } = await signIn(COMPLIANCE_OFFICER, '/notices?kind=changed&period=24h');
      const { about, data } = await savedJson(page);
      expect(about).toMatchObject({
        institution: 'Querying Demo Bank',
        filter: '{"kind":"changed"}',
      });
      const milliseconds = Date.parse(String(about['to'])) - Date.parse(String(about['from']));
      expect(milliseconds).toBeCloseTo(86_400_000, -4);
      expect(data).toContainEqual(
        expect.objectContaining({
          query_event_id: corrected,
          certificate_id: expect.any(String),
          network_names: [DEMO_NETWORK.name],
          subject_name: expect.stringMatching(/./),
        }),
      );
      expect(new Set(data.map(({ kind }) => kind))).toEqual(new Set(['changed']));
      expect(await savedHead(page)).toContain('network_names');
    });

    test('notices about consumers, with the names that the institution may read', async () => {
      const { naming } = await anOwner(exchange());
      const newest = `/v1/records?network_id=${NETWORK}&limit=1`;
      const [record] = await listed(exchange, newest);
      const furnisher = exchange().as(FIRST_BANK);
      const end = `/v1/records/${String(record?.['record_id'])}/withdraw`;
      await succeed(furnisher.post(end, { reason: 'outdated' }));
      const about = `/v1/notices?subject_id=${String(record?.['subject_id'])}`;
      await eventually(async () => {
        const { data } = await succeed(exchange().as(QUERYING_BANK).get(about));
        expect(data).toHaveLength(1);
      });
      const { page } = await signIn(COMPLIANCE_OFFICER, '/notices?period=1h');
      const { data } = await savedJson(page);
      expect(data).toContainEqual(
        expect.objectContaining({
          subject_id: record?.['subject_id'],
          subject_name: `${String(naming['first_name'])} ${String(naming['last_name'])}`,
        }),
      );
    });

    test('consents and queries, with the names of businesses, policies and accounts', async () => {
      const consents = await signIn(COMPLIANCE_OFFICER, `/consents?network=${NETWORK}`);
      const { data: listedConsents } = await savedJson(consents.page);
      expect(listedConsents).toContainEqual(
        expect.objectContaining({ business_name: 'Example Hardware LLC' }),
      );
      expect(await savedHead(consents.page)).toContain('business_name');
      const policyId = await aPolicy(exchange(), {});
      const { name } = await succeed(
        exchange().as(OPERATOR).get(`/v1/networks/policies/querying/${policyId}`),
      );
      const asked = { consent_id: consentId, policy_id: policyId };
      await queryUntil(exchange(), asked, isIssued);
      const queries = await signIn(COMPLIANCE_OFFICER, `/queries?network=${NETWORK}&period=1h`);
      const { data } = await savedJson(queries.page);
      expect(data).toContainEqual(
        expect.objectContaining({
          querying_entity_name: 'Querying Demo Bank',
          policy_id: policyId,
          policy_name: name,
          subject_name: 'Example Hardware LLC',
        }),
      );
      expect(await savedHead(queries.page)).toContain('account_name');
    });

    test('the queries of a subject that nobody read in the period, with its name', async () => {
      const days = 'from=2020-01-01&to=2020-02-01';
      const path = `/subjects/business/${businessId}?network=${NETWORK}&${days}`;
      const { page } = await signIn(COMPLIANCE_OFFICER, path);
      await page.getByText('No query of this subject').waitFor();
      await page.getByRole('heading', { name: 'Example Hardware LLC', level: 1 }).waitFor();
      const { about, data } = await savedJson(page, 'queries');
      expect(data).toEqual([]);
      expect(about).toEqual({
        network: DEMO_NETWORK.name,
        queried_by: 'Querying Demo Bank',
        subject: 'Example Hardware LLC',
        filter: JSON.stringify({ subject_id: businessId }),
        from: '2020-01-01T00:00:00.000Z',
        to: '2020-02-01T00:00:00.000Z',
      });
      expect(await savedHead(page, 'queries')).toEqual(Object.keys(about));
    });

    test('audit entries, with what was done, by whom and to what', async () => {
      const id = await aPolicy(exchange(), {});
      const read = `/v1/networks/${NETWORK}/audit-logs/policy/entries?subject=${id}`;
      await eventually(async () => {
        const { data } = await succeed(exchange().as(AUDITOR).get(read));
        expect(data).toHaveLength(2);
      });
      const path = `/audit-log?network=${NETWORK}&service=policy&subject=${id}`;
      const auditor = await signIn(AUDITOR, path);
      const { data } = await savedJson(auditor.page);
      expect(data).toHaveLength(2);
      const { name } = await succeed(
        exchange().as(AUDITOR).get(`/v1/networks/policies/querying/${id}`),
      );
      expect(data[0]).toMatchObject({
        service: 'policy',
        subject: id,
        subject_name: name,
        account_name: 'operator-user',
        institution_name: 'Network Operator',
        event: `saved version 2 (published) of the querying policy ${String(name)}`,
      });
      expect(await savedHead(auditor.page)).toContain('account_name');
      const consents = `/audit-log?network=${NETWORK}&service=product-query&period=24h`;
      const { page } = await signIn(AUDITOR, consents);
      const { data: queries } = await savedJson(page);
      expect(queries).toContainEqual(
        expect.objectContaining({ institution_name: 'Querying Demo Bank' }),
      );
    });

    test('uses of records, with each record and why it was used', async () => {
      const path = `/record-uses?network=${NETWORK}&period=1h`;
      const { page } = await signIn(FURNISHER_COMPLIANCE_OFFICER, path);
      const { about, data } = await savedJson(page);
      expect(about).toMatchObject({
        network: DEMO_NETWORK.name,
        institution: 'First Demo Bank',
        filter: '{}',
      });
      const use = data.find(({ query_event_id: id }) => id === corrected);
      expect(use?.['records']).toContainEqual(
        expect.objectContaining({
          record_id: expect.any(String),
          subject_name: 'Example Hardware LLC',
          model_name: 'business_identity_verification',
          code: 'chosen',
        }),
      );
      expect(JSON.stringify(use)).not.toContain(QUERYING_BANK.entityId);
      expect(await savedHead(page)).toContain('records');
    });

    test('subjects, with the criteria of the search', async () => {
      const path = `/subjects?network=${NETWORK}&business_legal_name=Example`;
      const { page } = await signIn(COMPLIANCE_OFFICER, path);
      const { about, data } = await savedJson(page);
      expect(about).toMatchObject({
        network: DEMO_NETWORK.name,
        filter: '{"kind":"business","business_legal_name":"Example"}',
      });
      expect(data).toContainEqual(
        expect.objectContaining({ id: businessId, name: 'Example Hardware LLC' }),
      );
      await page.getByLabel('EIN, 9 digits').fill('000000000');
      await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
      await page.getByText('No subject found').waitFor();
      expect(await page.getByRole('button', { name: 'Save as CSV' }).count()).toBe(0);
    });
  });
}

type Row = Readonly<Record<string, unknown>>;

async function listed(exchange: () => Exchange, path: string): Promise<readonly Row[]> {
  const { data } = await succeed(exchange().as(FIRST_BANK).get(path));
  return data as readonly Row[];
}
