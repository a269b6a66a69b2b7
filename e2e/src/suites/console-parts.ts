import { beforeAll, describe, expect, test } from '@jest/globals';
import { DEMO_NETWORK, FIRST_BANK, OPERATOR, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import type { Page } from 'playwright-core';
import { IDENTITY, KYB_PRODUCT_ID, TestBusiness } from '../harness/business.js';
import type { ConsoleSessions } from '../harness/console-sessions.js';
import type { Exchange } from '../harness/exchange.js';
import { succeed } from '../harness/participant.js';

const DISPUTES = '/v1/disputes';
const EVENTS = '/v1/query-events';
const ATTESTATIONS = '/v1/institution-attestation';
/** Of an institution: more than a page of the API, which is 100. */
const ATTESTED = 120;
/** Disputes of each of ten records of a subject. */
const DISPUTED = 12;
/** Items of a part of one list of a timeline. */
const PART = 30;

/** A page reads what it shows, in an institution with many disputes and attestations. */
export function consolePartsSuite(exchange: () => Exchange, { signIn }: ConsoleSessions): void {
  describe('the console of an institution with many disputes and attestations', () => {
    let subjectId: string;
    let submissionId: string;

    beforeAll(async () => {
      const furnisher = exchange().as(FIRST_BANK);
      const business = new TestBusiness(exchange());
      for (let record = 0; record < 10; record += 1) subjectId = await business.furnish();
      const about = `network_id=${DEMO_NETWORK.id}&subject_id=${subjectId}`;
      const { data } = await succeed(furnisher.get(`/v1/records?${about}`));
      const records = data as readonly { readonly record_id: string; submission_id: string }[];
      await Promise.all(records.map(({ record_id: id }) => dispute(exchange(), id, DISPUTED)));
      submissionId = records[0]?.submission_id ?? '';
      for (let attested = 0; attested < ATTESTED; attested += 1) {
        const body = { product_id: KYB_PRODUCT_ID, attestation_data: {} };
        const signature = { signed_by_name: 'Compliance office', signed_by_title: 'Head' };
        await succeed(furnisher.post(ATTESTATIONS, { ...body, ...signature }));
      }
    });

    test('reads the disputes of a submission alone', async () => {
      const furnisher = await signIn(FIRST_BANK, '/products');
      const reads = await readsOf(furnisher.page, DISPUTES);
      await furnisher.page.goto(`${exchange().url}/console/submissions/${submissionId}`);
      const table = furnisher.page.getByRole('table', { name: 'Accepted records' });
      await table
        .locator('a[href*="/disputes/"]')
        .nth(DISPUTED - 1)
        .waitFor();
      await furnisher.settled();
      expect(await table.locator('a[href*="/disputes/"]').count()).toBe(DISPUTED);
      expect(reads).toEqual([{ path: DISPUTES, items: DISPUTED }]);
    });

    test('counts on Home the attestations that end soon, the disputes and what was used, and reads none of it', async () => {
      const furnisher = await signIn(FIRST_BANK, '/products');
      const { page } = furnisher;
      const collections = [ATTESTATIONS, '/v1/record-uses', DISPUTES];
      const reads = await Promise.all(collections.map((each) => readsOf(page, each)));
      await page.goto(`${exchange().url}/console/?network=${DEMO_NETWORK.id}`);
      await page.getByRole('main').getByText('today (UTC)').first().waitFor();
      await furnisher.settled();
      const counted = [ATTESTATIONS, '/v1/record-uses', DISPUTES, DISPUTES, DISPUTES];
      expect(reads.flat()).toEqual(
        counted.map((path) => ({ path: `${path}/count`, items: undefined })),
      );
    });

    test('draws the network map from counts, and reads no query event', async () => {
      const governor = await signIn(OPERATOR, '/products');
      const reads = await readsOf(governor.page, EVENTS);
      const path = `/console/network-map?network=${DEMO_NETWORK.id}`;
      await governor.page.goto(`${exchange().url}${path}`);
      await governor.page.getByRole('table', { name: /^Answers by furnisher/ }).waitFor();
      await governor.settled();
      expect(reads.map((read) => read.path)).toEqual([`${EVENTS}/furnisher-counts`]);
    });

    test('reads a timeline part by part', async () => {
      const furnisher = await signIn(FIRST_BANK, '/products');
      const { page } = furnisher;
      const disputes = await readsOf(page, DISPUTES);
      await page.goto(`${exchange().url}/console/subjects/business/${subjectId}`);
      await page.getByRole('list', { name: 'Timeline' }).getByRole('listitem').first().waitFor();
      await furnisher.settled();
      expect(disputes).toEqual([{ path: DISPUTES, items: PART }]);
      await page.getByRole('button', { name: 'Load older events' }).click();
      await furnisher.settled();
      expect(disputes.map(({ items }) => items)).toEqual([PART, PART]);
      await furnisher.requireFaultless();
      const attestations = await readsOf(page, ATTESTATIONS);
      await page.goto(`${exchange().url}/console/institutions/${FIRST_BANK.entityId}`);
      await page.getByRole('list', { name: 'Timeline' }).getByRole('listitem').first().waitFor();
      await furnisher.settled();
      expect(attestations).toEqual([{ path: ATTESTATIONS, items: PART }]);
    });
  });
}

/** Opens and decides disputes of a record, one after the other. */
async function dispute(exchange: Exchange, recordId: string, times: number): Promise<void> {
  const objection = {
    ...{ on_behalf_of_subject: true, model_name: IDENTITY, reason: 'wrong_value' },
    reason_text: 'The registry lists it as dissolved',
  };
  const decision = { outcome: 'upheld', reason: 'verified', reason_text: 'Checked again' };
  for (let opened = 0; opened < times; opened += 1) {
    const path = `/v1/records/${recordId}/disputes`;
    const { dispute_id: id } = await succeed(exchange.as(QUERYING_BANK).post(path, objection));
    const decide = `${DISPUTES}/${String(id)}/decide`;
    await succeed(exchange.as(FIRST_BANK).post(decide, decision));
  }
}

/** A read of a collection, and the number of items in its response; a count has none. */
interface Read {
  readonly path: string;
  readonly items: number | undefined;
}

/** The page's reads of a collection from now on. */
async function readsOf(page: Page, collection: string): Promise<readonly Read[]> {
  const reads: Read[] = [];
  await page.route(
    ({ pathname }) => pathname.startsWith(collection),
    async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { readonly data?: readonly unknown[] };
      reads.push({ path: new URL(response.url()).pathname, items: data?.length });
      await route.fulfill({ response });
    },
  );
  return reads;
}
