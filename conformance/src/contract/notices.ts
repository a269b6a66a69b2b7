import { createHmac } from 'node:crypto';
import { listIn, memberOf, textIn, type Answer } from '../http/answer.js';
import { del, get, post, withQuery } from '../http/request.js';
import { fixture, type Kit } from '../kit/kit.js';
import { NOTICE_TIMEOUT_MS, until } from '../kit/until.js';
import { cases } from '../run/cases.js';
import { envelope, ok, requireValues, that, type Values } from '../run/expect.js';
import { JUST_NOW } from '../run/like.js';
import { Mismatch } from '../run/mismatch.js';
import { pageOf } from '../run/pages.js';
import type { Row } from '../run/row.js';
import { record } from '../shape/shape.js';
import { disputing } from './disputes.js';
import { furnishRequest } from './kyb/business.js';
import { aQueriedRecord, correction, IDENTITY, sectionsOf } from './kyb/queried-record.js';
import { kybProductId } from './products.js';

const ENDPOINTS = '/v1/notice-endpoints';
const SECTION = 'decision 0110';

const ENDPOINT = record(`
  endpoint_id: uuid  url description disabled_by: string | null
  network_ids product_ids: uuid[] | null  kinds: string[] | null  window_days: integer | null
  state algorithm: string  public_keys: string[]  created_at: date-time  revision: integer
  previous_secret_expires_at: date-time | null
`);

const NOTICE = record(`
  notice_id query_event_id product_id: uuid  certificate_id subject_id: uuid | null
  kind explanation evidence: string  network_ids: uuid[]  groups: string[]
  since created_at: date-time  billable: boolean
`);

/** An endpoint of the kit's network; its notices are also sent if the kit has a receiver. */
const subscribed = fixture(async (kit) => {
  const created = await kit.done(
    post(ENDPOINTS, { network_ids: [kit.networkId], url: kit.receiver?.url ?? null }),
  );
  const id = textIn(created.body, 'endpoint_id');
  kit.noticeEndpoints.add(id);
  return { created, path: `${ENDPOINTS}/${id}`, secret: textIn(created.body, 'secret') };
});

/** A record that a query of a subscribed institution used. */
async function aFollowedRecord(kit: Kit) {
  await subscribed(kit);
  return aQueriedRecord(kit);
}

/** The list of the notices about a query, when it has that many. */
async function noticesOf(kit: Kit, queryId: string, count = 1, filter: Values = {}) {
  const path = withQuery('/v1/notices', { query_event_id: queryId, ...filter });
  return until(
    () => kit.send(get(path)),
    ({ body }) => listIn(body, 'data').length >= count,
    ({ status }) => status !== 200,
    NOTICE_TIMEOUT_MS,
  );
}

/** The withdrawal of the only record, and the notices of it. */
const withdrawn = fixture(async (kit) => {
  const followed = await aFollowedRecord(kit);
  await kit.done(post(`/v1/records/${followed.id}/withdraw`, { reason: 'wrong_value' }));
  return { ...followed, answer: await noticesOf(kit, followed.queryId) };
});

/** A page of exactly these notices, in this order. */
const notices = (answer: Answer, ...expected: readonly Values[]) => {
  pageOf(NOTICE)(answer);
  const listed = listIn(answer.body, 'data');
  const kinds = listed.map((one) => memberOf(one, 'kind'));
  requireValues(answer, { kinds }, { kinds: expected.map(({ kind }) => kind) });
  expected.forEach((values, index) => requireValues(answer, listed[index], values));
};

const endpointRows = cases(SECTION, [
  {
    says: 'a notice endpoint is created with a secret, which is not shown again',
    request: async (kit) => get((await subscribed(kit)).path),
    expect: async (answer, kit) => {
      const { secret } = await subscribed(kit);
      ok(ENDPOINT, { network_ids: [kit.networkId], state: 'enabled', revision: 1 })(answer);
      that('no secret', ({ text }) => !text.includes(secret.replace('whsec_', '')))(answer);
    },
  },
  {
    says: 'a notice endpoint of another institution is a 404',
    needs: ['other'],
    request: async (kit) => get((await subscribed(kit)).path, { as: 'other' }),
    expect: envelope('RESOURCE_NOT_FOUND'),
  },
  {
    says: 'a notice endpoint of a link-local address is a 400',
    request: () => post(ENDPOINTS, { url: 'https://169.254.169.254/latest' }),
    expect: envelope('VALIDATION_ERROR'),
  },
]);

const answerRows = cases(SECTION, [
  {
    says: 'an answer whose only record is withdrawn has the notice no_longer_issuable',
    request: async (kit) => (await withdrawn(kit)).answer.request,
    expect: async (answer, kit) => {
      const { queryId, certificateId, businessId } = await withdrawn(kit);
      notices(answer, {
        ...{ kind: 'no_longer_issuable', query_event_id: queryId, certificate_id: certificateId },
        ...{ subject_id: businessId, product_id: await kybProductId(kit), billable: false },
        ...{ network_ids: [kit.networkId], since: JUST_NOW },
      });
    },
  },
  {
    says: 'a notice is found by its certificate, its subject and its kind',
    request: async (kit) => {
      const { certificateId, businessId } = await withdrawn(kit);
      const filter = { certificate_id: certificateId, subject_id: businessId };
      return get(withQuery('/v1/notices', { ...filter, kind: 'no_longer_issuable' }));
    },
    expect: (answer) => notices(answer, { kind: 'no_longer_issuable' }),
  },
  {
    says: 'a notice of another kind is not found',
    request: async (kit) => {
      const { certificateId } = await withdrawn(kit);
      return get(withQuery('/v1/notices', { certificate_id: certificateId, kind: 'separated' }));
    },
    expect: (answer) => notices(answer),
  },
  {
    says: 'a notice of another institution is a 404',
    needs: ['other'],
    request: async (kit) => {
      const { answer } = await withdrawn(kit);
      const id = textIn(answer.body, 'data', 0, 'notice_id');
      return get(`/v1/notices/${id}`, { as: 'other' });
    },
    expect: envelope('RESOURCE_NOT_FOUND'),
  },
  {
    says: 'a corrected answer has one notice, and none of an older record that it does not use',
    request: async (kit) => {
      const followed = await aFollowedRecord(kit);
      const assertions = { [`${IDENTITY}_performed_timestamp`]: '2001-01-15T09:30:00Z' };
      const older = { business_identity: followed.identity, ...sectionsOf('llc', { assertions }) };
      await kit.done(furnishRequest(kit, [older]));
      await kit.done(correction(kit, followed));
      return (await noticesOf(kit, followed.queryId)).request;
    },
    expect: (answer) => notices(answer, { kind: 'changed', groups: [IDENTITY] }),
  },
  {
    says: 'a disputed answer has a notice of the dispute, and one of its decision',
    request: async (kit) => {
      const followed = await aFollowedRecord(kit);
      const { body } = await kit.done(disputing(followed));
      await noticesOf(kit, followed.queryId, 1, { kind: 'disputed' });
      const decision = { outcome: 'upheld', reason: 'verified', reason_text: 'Test' };
      await kit.done(post(`/v1/disputes/${textIn(body, 'dispute_id')}/decide`, decision));
      await noticesOf(kit, followed.queryId, 1, { kind: 'dispute_decided' });
      return get(withQuery('/v1/notices', { query_event_id: followed.queryId }));
    },
    expect: (answer) => notices(answer, { kind: 'disputed' }, { kind: 'dispute_decided' }),
  },
]);

const deliveryRow: Row = {
  section: SECTION,
  says: 'a notice is sent to its endpoint, signed, with the id and the content that the list has',
  needs: ['receiver'],
  check: async (kit) => {
    const { answer } = await withdrawn(kit);
    const [notice] = listIn(answer.body, 'data');
    const id = textIn(notice, 'notice_id');
    const webhook = await until(
      () => kit.receiver?.received.find(({ headers }) => headers['webhook-id'] === id),
      (found) => found !== undefined,
      undefined,
      NOTICE_TIMEOUT_MS,
    );
    if (!webhook) throw new Mismatch(`a webhook with the id ${id}`, 'none', answer);
    const { created, secret } = await subscribed(kit);
    const { headers, body } = webhook;
    const expected = signatureOf(secret, id, String(headers['webhook-timestamp']), body);
    const signatures = String(headers['webhook-signature']).split(' ');
    if (!signatures.includes(expected)) {
      throw new Mismatch(`the signature ${expected}`, signatures.join(' '), created);
    }
    requireValues(answer, JSON.parse(body), {
      type: `notice.${textIn(notice, 'kind')}`,
      data: notice,
    });
  },
};

/** `v1` of Standard Webhooks. */
function signatureOf(secret: string, id: string, timestamp: string, body: string): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`);
  return `v1,${signed.digest('base64')}`;
}

/** The last rows, after which later queries of the kit have no notices. */
const endingRows = cases(SECTION, [
  {
    says: 'a deleted notice endpoint is a 404',
    request: async (kit) => {
      const { path } = await subscribed(kit);
      await kit.done(del(path));
      kit.noticeEndpoints.clear();
      return get(path);
    },
    expect: envelope('RESOURCE_NOT_FOUND'),
  },
]);

/** The notices of answers that are no longer true (decision 0110). */
export const noticeRows: readonly Row[] = [
  ...endpointRows,
  ...answerRows,
  deliveryRow,
  ...endingRows,
];
