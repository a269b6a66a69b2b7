import { randomUUID } from 'node:crypto';
import { del, get, post, put, withQuery } from '../../http/request.js';
import { memberOf, textIn, type Answer } from '../../http/answer.js';
import { fixture, type Kit } from '../../kit/kit.js';
import { foundReviewingNetwork } from '../../kit/own-networks.js';
import { cases } from '../../run/cases.js';
import { envelope, ok, requireValues, type Values } from '../../run/expect.js';
import type { Row } from '../../run/row.js';
import { bodyRows } from '../../shape/body-rows.js';
import { fields } from '../../shape/fields.js';
import { record } from '../../shape/shape.js';
import { PATH, POLICY } from './furnishing-policy.js';
import { create } from './furnishing.js';

const DRAFT = record(
  `policy_id network_id product_id entity_id account_id: uuid
   base_version: integer
   status digest: string
   comment: string | null
   deprecated_on: date-time | null
   policy_metadata: object
   editor_account_ids: array
   submission approval schedule: object | null
   saved_at: date-time`,
);

const COMPARISON = record(
  `policy_id: uuid
   policy_version: integer
   applied_policy_id: uuid | null
   effect explanation: string
   models changes: object[]`,
);

const OTHER = 'a'.repeat(64);
const LATER = '2099-01-01T00:00:00Z';
const ITEM = `${PATH}/{policy_id}/draft`;

const reviewing = fixture(foundReviewingNetwork);

const draftOf = (id: string) => `${PATH}/${id}/draft`;
const digestOf = ({ body }: Answer) => textIn(body, 'digest');
const save = (id: string, change: object = {}) => put(draftOf(id), { base_version: 1, ...change });

const compare = (id: string, change: object) => post(`${PATH}/${id}/comparison`, change);

/** A new policy with a draft, and its digest. */
async function drafted(kit: Kit, change: Values = {}) {
  const id = await create(kit, change);
  return { id, digest: digestOf(await kit.done(save(id))) };
}

/** The draft of a furnishing policy (design 7). */
export const furnishingDraftRows: readonly Row[] = [
  ...bodyRows({
    section: 'design 7',
    name: `PUT ${ITEM}`,
    fields: fields(
      'base_version: integer  expected_digest? comment?: string | open  status?: string  deprecated_on?: date-time | null  policy_metadata?: object',
    ),
    request: async (kit) => save(await create(kit)),
  }),
  ...bodyRows({
    section: 'design 7',
    name: `POST ${ITEM}/submit`,
    fields: fields('digest: string  record_simulation?: object'),
    request: async (kit) => {
      const { id, digest } = await drafted(kit);
      return post(`${draftOf(id)}/submit`, { digest });
    },
  }),
  ...bodyRows({
    section: 'design 7',
    name: `POST ${ITEM}/publish`,
    fields: fields('digest: string  break_glass_reason?: string'),
    request: async (kit) => {
      const { id, digest } = await drafted(kit);
      return post(`${draftOf(id)}/publish`, { digest });
    },
  }),
  ...bodyRows({
    section: 'design 7',
    name: `PUT ${ITEM}/schedule`,
    fields: fields('digest: string  publish_at: date-time'),
    request: async (kit) => {
      const { id, digest } = await drafted(kit);
      return put(`${draftOf(id)}/schedule`, { digest, publish_at: LATER });
    },
  }),
  ...cases('design 7', [
    {
      says: `POST ${ITEM}/approve by an account that saved the draft is a 403`,
      request: async (kit) => {
        const { id, digest } = await drafted(kit);
        return post(`${draftOf(id)}/approve`, { digest, summary_digest: OTHER });
      },
      expect: envelope('PERMISSION_DENIED'),
    },
    {
      says: `GET ${ITEM} of a policy without one is a 404`,
      request: async (kit) => get(draftOf(await create(kit))),
      expect: envelope('RESOURCE_NOT_FOUND'),
    },
    {
      says: `PUT ${ITEM} with an outdated base_version is a 409`,
      request: async (kit) => save(await create(kit), { base_version: 2 }),
      expect: envelope('RESOURCE_CONFLICT'),
    },
    {
      says: `POST ${ITEM}/publish of another draft than the named one is a 409`,
      request: async (kit) =>
        post(`${draftOf((await drafted(kit)).id)}/publish`, { digest: OTHER }),
      expect: envelope('RESOURCE_CONFLICT'),
    },
  ]),
  ...cases('7.3', [
    {
      says: 'the draft of a furnishing policy of such a network is a 404, too',
      needs: ['other'],
      request: async (kit) => get(draftOf((await drafted(kit)).id), { as: 'other' }),
      expect: envelope('RESOURCE_NOT_FOUND'),
    },
  ]),
  {
    section: 'design 7',
    says: 'the draft of a furnishing policy starts the next version when it is published, and ends one that it archives',
    check: async (kit) => {
      const id = await create(kit);
      const saved = await kit.send(save(id, { policy_metadata: {} }));
      ok(DRAFT, { policy_id: id, base_version: 1, status: 'published' })(saved);
      const publish = (answer: Answer, of = id) =>
        kit.send(post(`${draftOf(of)}/publish`, { digest: digestOf(answer) }));
      ok(POLICY, { id, version: 2 })(await publish(saved));
      const archive = await kit.send(save(id, { base_version: 2, status: 'archived' }));
      ok(POLICY, { id, version: 2 })(await publish(archive));
      envelope('RESOURCE_NOT_FOUND')(await kit.send(get(draftOf(id))));
    },
  },
  {
    section: 'design 7',
    says: `POST ${PATH}/{policy_id}/comparison says whether the network accepts fewer records under a draft, more or the same`,
    check: async (kit) => {
      const id = await create(kit);
      const send = (change: object) => kit.send(compare(id, change));
      ok(COMPARISON, { policy_id: id, policy_version: 1, effect: 'narrower' })(
        await send({ policy_metadata: { max_age_days: 7 } }),
      );
      ok(COMPARISON, { policy_id: id, effect: 'equal' })(await send({ policy_metadata: {} }));
      envelope('RESOURCE_NOT_FOUND')(await kit.send(compare(randomUUID(), {})));
    },
  },
  {
    section: 'design 7',
    says: 'where changes are reviewed, the draft of a furnishing policy is published once another account approved it',
    needs: ['other'],
    check: async (kit) => {
      const { id, digest } = await drafted(kit, { network_id: await reviewing(kit) });
      const submitted = await kit.done(post(`${draftOf(id)}/submit`, { digest }));
      const summary_digest = textIn(submitted.body, 'submission', 'summary_digest');
      const publish = () => kit.send(post(`${draftOf(id)}/publish`, { digest }));
      envelope('RESOURCE_CONFLICT')(await publish());
      const approved = await kit.send(
        post(`${draftOf(id)}/approve`, { digest, summary_digest }, { as: 'other' }),
      );
      ok(DRAFT, { policy_id: id, digest })(approved);
      requireValues(approved, memberOf(approved.body, 'approval'), { summary_digest });
      ok(POLICY, { version: 2 })(await publish());
    },
  },
  {
    section: 'design 7',
    says: `DELETE ${ITEM} discards the named draft of a furnishing policy`,
    check: async (kit) => {
      const { id, digest } = await drafted(kit);
      const discard = (named: string) => del(withQuery(draftOf(id), { digest: named }));
      envelope('RESOURCE_CONFLICT')(await kit.send(discard(OTHER)));
      ok(DRAFT, { digest })(await kit.send(discard(digest)));
    },
  },
];
