import { randomUUID } from 'node:crypto';
import { listIn, memberOf, textIn, type Answer } from '../http/answer.js';
import { get, post, put, withQuery } from '../http/request.js';
import type { Kit } from '../kit/kit.js';
import { cases } from '../run/cases.js';
import { envelope, ok, requireReference, requireShape, requireValues } from '../run/expect.js';
import { Mismatch } from '../run/mismatch.js';
import { everything, page } from '../run/pages.js';
import type { Row } from '../run/row.js';
import { record } from '../shape/shape.js';
import { aConsent } from './consent/records.js';
import { asked } from './kyb/asking.js';
import { KYB_FURNISH, furnishRequest } from './kyb/business.js';
import { FURNISHED_SECTIONS } from './kyb/sections.js';
import { configuration, create, PATH as POLICIES } from './policies/querying-policy.js';
import { businessIdentity } from '../kit/subjects.js';

const EXPLANATION = record(
  `query_event_id product_id: uuid  product_slug outcome code explanation: string
   occurred_at: date-time  permissible_purpose: string | null
   networks remedies sections: object[]`,
  {
    networks: record(`network_id: uuid  policy_id: uuid | null  policy_version: integer | null
      consent_id: uuid | null  consent_revision: integer | null  data_sets: object[]`),
    remedies: record('network_id: uuid  model_name explanation: string'),
    sections: record(
      `model_name code explanation: string
       network_id furnishing_entity_id attestation_id: uuid | null
       fields limits records: object[]`,
      {
        fields: record(
          'field_name code explanation: string  is_required: boolean  sources: object[]',
          {
            sources: record('network_id furnishing_entity_id: uuid  attestation_id: uuid | null'),
          },
        ),
        limits: record(
          'network_id: uuid  field_name: string | null  model_name code explanation: string',
        ),
        records: record(`network_id furnishing_entity_id: uuid  field_name: string | null
          code explanation: string`),
      },
    ),
  },
);

const RECORD_USES = record('data: object[]  next_cursor: string', {
  data: record(
    `query_event_id: uuid  occurred_at: date-time  product_slug: string
     policy_id: uuid | null  policy_version: integer | null  records: object[]`,
    {
      records: record(`record_id: uuid  model_name: string  field_name: string | null
        policy_id: uuid | null  policy_version: integer | null  code explanation: string`),
    },
  ),
});

const CERTIFICATES = '/v1/products/kyb_certificate/certificates';
const SUBMISSIONS = '/v1/submissions';

/**
 * A list of the caller's own items, with the member that identifies an item and the request that
 * adds one.
 */
const LISTS: readonly (readonly [path: string, id: string, add: (kit: Kit) => Promise<string>])[] =
  [
    ['/v1/consent/consumer', 'consent_id', (kit) => aConsent(kit, 'consumer')],
    ['/v1/consent/business', 'consent_id', (kit) => aConsent(kit, 'business')],
    [
      CERTIFICATES,
      'certificate_id',
      async (kit) => textIn((await issue(kit)).body, 'certificate_id'),
    ],
    [SUBMISSIONS, 'submission_id', submit],
  ];

/** The lists for any member: networks, institutions, and its own institution's records. */
export const lookingAroundRows: readonly Row[] = [
  ...LISTS.map(([path, id, add]) => ({
    section: 'design 11',
    says: `GET ${path} is read in pages, and its last cursor continues with what is added later`,
    check: async (kit: Kit) => {
      const known = await add(kit);
      const { ids, cursor } = await everything(kit, path, id);
      if (!ids.includes(known)) throw new Mismatch(known, ids.join(', '));
      const none = await page(kit, path, { cursor });
      requireValues(none, none.body, { data: [], next_cursor: cursor });
      const added = await add(kit);
      const next = await page(kit, path, { cursor });
      requireValues(next, listIn(next.body, 'data')[0], { [id]: added });
    },
  })),
  ...LISTS.flatMap(([path]) =>
    cases('design 11', [
      {
        says: `GET ${path} with a cursor that is not its own is a 400`,
        request: () => get(withQuery(path, { cursor: 'mine' })),
        expect: envelope('VALIDATION_ERROR'),
      },
    ]),
  ),
  {
    section: 'design 7',
    says: 'GET /v1/networks/{network_id}/participants lists the institutions of the network with their names',
    check: async (kit) => {
      const path = `/v1/networks/${kit.networkId}/participants`;
      const listed = await page(kit, path, {});
      const own = listIn(listed.body, 'data').find(
        (one) => memberOf(one, 'entity_id') === kit.entityId,
      );
      ok(record('entity_id: uuid  name: string  roles: string[]'))({ ...listed, body: own });
      envelope('PERMISSION_DENIED')(
        await kit.send(get(`/v1/networks/${randomUUID()}/participants`)),
      );
    },
  },
  {
    section: 'design 8',
    says: 'GET /v1/submissions/{submission_id}/records lists the accepted records, and no other submission',
    check: async (kit) => {
      const furnished = await kit.done(oneRecord(kit));
      const path = `${SUBMISSIONS}/${textIn(furnished.body, 'submission_id')}/records`;
      const [result] = listIn(furnished.body, 'results');
      const records = await page(kit, path, {});
      requireValues(records, listIn(records.body, 'data')[0], {
        record_id: memberOf(result, 'record_id'),
        subject_id: memberOf(result, 'business_id'),
        subject_type: 'business',
        index: 0,
      });
      const absent = await kit.send(get(`${SUBMISSIONS}/${randomUUID()}/records`));
      envelope('RESOURCE_NOT_FOUND')(absent);
    },
  },
  {
    section: 'design 9',
    says: 'GET /v1/query-events/{query_event_id} reads an event by the X-Ref-Id of its query',
    check: async (kit) => {
      const reference = requireReference(await issue(kit));
      const event = await kit.done(get(`/v1/query-events/${reference}`));
      requireValues(event, event.body, {
        query_event_id: reference,
        querying_entity_id: kit.entityId,
      });
      envelope('RESOURCE_NOT_FOUND')(await kit.send(get(`/v1/query-events/${randomUUID()}`)));
    },
  },
  {
    section: 'design 9',
    says: 'GET /v1/query-events/{query_event_id}/explanation explains each section of a result',
    check: async (kit) => {
      const reference = requireReference(await issue(kit));
      const answer = await kit.done(get(`/v1/query-events/${reference}/explanation`));
      requireShape(answer, answer.body, EXPLANATION);
      requireValues(answer, answer.body, {
        query_event_id: reference,
        outcome: 'issued',
        code: 'issued',
      });
      const [section] = listIn(answer.body, 'sections');
      requireValues(answer, section, { code: 'issued', furnishing_entity_id: kit.entityId });
      const absent = await kit.send(get(`/v1/query-events/${randomUUID()}/explanation`));
      envelope('RESOURCE_NOT_FOUND')(absent);
    },
  },
  {
    section: 'design 9',
    says: 'GET /v1/record-uses lists the query that used a record',
    check: async (kit) => {
      const reference = requireReference(await issue(kit));
      const event = await kit.send(get(`/v1/query-events/${reference}`));
      const window = { network_id: kit.networkId, from: textIn(event.body, 'occurred_at') };
      const answer = await kit.done(get(withQuery('/v1/record-uses', window)));
      requireShape(answer, answer.body, RECORD_USES);
      const uses = listIn(answer.body, 'data');
      const use = uses.find((one) => memberOf(one, 'query_event_id') === reference);
      requireValues(answer, use, { product_slug: 'kyb_certificate' });
    },
  },
  {
    section: 'design 7',
    says: 'a version of a querying policy stays readable after the next one is saved',
    check: async (kit) => {
      const id = await create(kit);
      await kit.done(put(configuration(id), { status: 'published' }));
      await kit.done(put(configuration(id), { status: 'archived' }));
      for (const [version, state] of [
        [1, 'draft'],
        [2, 'published'],
        [3, 'archived'],
      ] as const) {
        const saved = await kit.done(get(`${POLICIES}/${id}/versions/${version}`));
        requireValues(saved, saved.body, { policy_id: id, version, status: state });
      }
      envelope('RESOURCE_NOT_FOUND')(await kit.send(get(`${POLICIES}/${id}/versions/4`)));
    },
  },
];

async function issue(kit: Kit): Promise<Answer> {
  const answer = await kit.done(await asked(kit));
  return answer;
}

function oneRecord(kit: Kit) {
  return furnishRequest(kit, [{ business_identity: businessIdentity(), ...FURNISHED_SECTIONS }]);
}

async function submit(kit: Kit): Promise<string> {
  const body = { network_id: kit.networkId, records: [{}] };
  const furnished = await kit.done(post(KYB_FURNISH, body));
  return textIn(furnished.body, 'submission_id');
}
