import { randomUUID } from 'node:crypto';
import { memberOf, textIn, type Answer } from '../../http/answer.js';
import { del, get, post, put, withBody, withQuery } from '../../http/request.js';
import { fixture, type Kit } from '../../kit/kit.js';
import { foundReviewedNetwork, foundReviewingNetwork } from '../../kit/own-networks.js';
import { cases } from '../../run/cases.js';
import { envelope, ok, requireValues } from '../../run/expect.js';
import { pageOf } from '../../run/pages.js';
import type { Row } from '../../run/row.js';
import { bodyRows } from '../../shape/body-rows.js';
import { fields } from '../../shape/fields.js';
import { record } from '../../shape/shape.js';
import {
  configuration,
  create,
  createRequest,
  draft as policy,
  PATH,
  POLICY,
} from './querying-policy.js';

const DRAFT = record(
  `policy_id network_id product_id entity_id account_id: uuid
   base_version: integer
   name status digest: string
   is_default enforced: boolean
   model_selections: object[]
   consent comment: string | null
   permissible_purposes editor_account_ids: array
   submission approval schedule: object | null
   saved_at: date-time`,
  { model_selections: record('model_name: string  field_selections: object[]') },
);

const OPEN_DRAFT = record(
  `kind name status digest: string
   policy_id network_id product_id entity_id account_id: uuid
   policy_version base_version: integer
   comment: string | null
   editor_account_ids: array
   submission approval schedule: object | null
   awaits_approval: boolean
   saved_at: date-time`,
);

const OTHER = 'a'.repeat(64);
/** In the far future. */
const LATER = '2099-01-01T00:00:00Z';
const ITEM = `${PATH}/{policy_id}/draft`;

/** Of both kinds of policies. */
const LIST = '/v1/networks/policies/drafts';

const reviewed = fixture(foundReviewedNetwork);
const reviewing = fixture(foundReviewingNetwork);

const draftOf = (id: string) => `${PATH}/${id}/draft`;
const digestOf = ({ body }: Answer) => textIn(body, 'digest');

const save = (id: string, change: object = {}) =>
  put(draftOf(id), { base_version: 1, name: randomUUID(), ...change });

/** A new policy with a draft, and its digest. */
async function drafted(kit: Kit) {
  const id = await create(kit);
  return { id, digest: digestOf(await kit.done(save(id))) };
}

/** A new policy of a network with a draft, and its digest. */
async function draftedIn(kit: Kit, network_id: string) {
  const created = await kit.done(withBody(await createRequest(kit), { network_id }));
  const id = textIn(created.body, 'id');
  return { id, digest: digestOf(await kit.done(save(id))) };
}

/** The draft of a querying policy (design 7). */
export const queryingDraftRows: readonly Row[] = [
  ...bodyRows({
    section: 'design 7',
    name: `PUT ${ITEM}`,
    fields: fields(
      'base_version: integer  expected_digest? comment?: string | open  name? status?: string  is_default? enforced?: boolean  model_selections?: object[]',
    ),
    request: async (kit) => save(await create(kit)),
  }),
  ...bodyRows({
    section: 'design 7',
    name: `POST ${ITEM}/submit`,
    fields: fields('digest: string'),
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
    name: `POST ${ITEM}/approve`,
    fields: fields('digest: string  summary_digest: string'),
    request: async (kit) => {
      const { id, digest } = await drafted(kit);
      return post(`${draftOf(id)}/approve`, { digest, summary_digest: OTHER });
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
      says: `PUT ${ITEM}/schedule for a time that has passed is a 400`,
      request: async (kit) => {
        const { id, digest } = await drafted(kit);
        return put(`${draftOf(id)}/schedule`, { digest, publish_at: '2026-01-01T00:00:00Z' });
      },
      expect: envelope('VALIDATION_ERROR'),
    },
    {
      says: `POST ${ITEM}/approve by an account that saved the draft is a 403`,
      request: async (kit) => {
        const { id, digest } = await drafted(kit);
        return post(`${draftOf(id)}/approve`, { digest, summary_digest: OTHER });
      },
      expect: envelope('PERMISSION_DENIED'),
    },
    {
      says: `POST ${ITEM}/approve of another draft than the named one is a 409`,
      request: async (kit) =>
        post(`${draftOf((await drafted(kit)).id)}/approve`, {
          digest: OTHER,
          summary_digest: OTHER,
        }),
      expect: envelope('RESOURCE_CONFLICT'),
    },
    {
      says: `GET ${ITEM} of a policy without one is a 404`,
      request: async (kit) => get(draftOf(await policy(kit))),
      expect: envelope('RESOURCE_NOT_FOUND'),
    },
    {
      says: `GET ${LIST} lists the open drafts of a network`,
      request: async (kit) => {
        await drafted(kit);
        return get(withQuery(LIST, { network_id: kit.networkId }));
      },
      expect: pageOf(OPEN_DRAFT),
    },
    {
      says: `GET ${LIST} of a network that the caller does not govern is denied`,
      request: () => get(withQuery(LIST, { network_id: randomUUID() })),
      expect: envelope('PERMISSION_DENIED'),
    },
    {
      says: `PUT ${ITEM} with an outdated base_version is a 409`,
      request: async (kit) => save(await create(kit), { base_version: 2 }),
      expect: envelope('RESOURCE_CONFLICT'),
    },
    {
      says: `PUT ${ITEM} that does not name the draft that it replaces is a 409`,
      request: async (kit) => save((await drafted(kit)).id),
      expect: envelope('RESOURCE_CONFLICT'),
    },
    {
      says: `POST ${ITEM}/publish of another draft than the named one is a 409`,
      request: async (kit) =>
        post(`${draftOf((await drafted(kit)).id)}/publish`, { digest: OTHER }),
      expect: envelope('RESOURCE_CONFLICT'),
    },
    {
      says: `POST ${ITEM}/publish after another change of the policy is a 409`,
      request: async (kit) => {
        const { id, digest } = await drafted(kit);
        await kit.done(put(configuration(id), { enforced: true }));
        return post(`${draftOf(id)}/publish`, { digest });
      },
      expect: envelope('RESOURCE_CONFLICT'),
    },
    {
      says: `POST ${ITEM}/publish without a draft is a 404`,
      request: async (kit) => post(`${draftOf(await policy(kit))}/publish`, { digest: OTHER }),
      expect: envelope('RESOURCE_NOT_FOUND'),
    },
  ]),
  ...cases('7.3', [
    {
      says: 'the draft of a policy of such a network is a 404, too',
      needs: ['other'],
      request: async (kit) => get(draftOf((await drafted(kit)).id), { as: 'other' }),
      expect: envelope('RESOURCE_NOT_FOUND'),
    },
  ]),
  {
    section: 'design 7',
    says: 'a draft changes nothing until it is published; then it is the next version',
    check: async (kit) => {
      const id = await create(kit);
      const name = randomUUID();
      const saved = await kit.send(save(id, { name }));
      ok(DRAFT, { policy_id: id, base_version: 1, name })(saved);
      ok(POLICY, { version: 1, status: 'draft' })(await kit.send(get(`${PATH}/${id}`)));
      ok(DRAFT, { name })(await kit.send(get(draftOf(id))));
      const publish = () => post(`${draftOf(id)}/publish`, { digest: digestOf(saved) });
      ok(POLICY, { version: 2, status: 'published', name })(await kit.send(publish()));
      envelope('RESOURCE_NOT_FOUND')(await kit.send(get(draftOf(id))));
      ok(POLICY, { version: 2, status: 'published' })(await kit.send(publish()));
    },
  },
  {
    section: 'design 7',
    says: 'where changes are reviewed, a policy without an approved draft changes with a reason alone',
    check: async (kit) => {
      const { id, digest } = await draftedIn(kit, await reviewed(kit));
      const publish = (reason?: string) =>
        kit.send(post(`${draftOf(id)}/publish`, { digest, break_glass_reason: reason }));
      envelope('RESOURCE_CONFLICT')(await publish());
      ok(POLICY, { version: 2, status: 'published' })(await publish('a wrong value is issued'));
      const direct = await kit.send(put(configuration(id), { enforced: true }));
      envelope('RESOURCE_CONFLICT')(direct);
      ok(POLICY, { version: 2, enforced: false })(await kit.send(get(`${PATH}/${id}`)));
    },
  },
  {
    section: 'design 7',
    says: 'where changes are reviewed, a draft that another account approved is published',
    needs: ['other'],
    check: async (kit) => {
      const { id, digest } = await draftedIn(kit, await reviewing(kit));
      const submitted = await kit.done(post(`${draftOf(id)}/submit`, { digest }));
      const summary_digest = textIn(submitted.body, 'submission', 'summary_digest');
      const approve = (as: 'own' | 'other') =>
        kit.send(post(`${draftOf(id)}/approve`, { digest, summary_digest }, { as }));
      const publish = () => kit.send(post(`${draftOf(id)}/publish`, { digest }));
      envelope('PERMISSION_DENIED')(await approve('own'));
      envelope('RESOURCE_CONFLICT')(await publish());
      const approved = await approve('other');
      ok(DRAFT, { policy_id: id, digest })(approved);
      requireValues(approved, memberOf(approved.body, 'approval'), { summary_digest });
      ok(POLICY, { version: 2, status: 'published' })(await publish());
    },
  },
  {
    section: 'design 7',
    says: `POST ${ITEM}/submit keeps the summary of the draft with its digest, and a repeated one confirms it`,
    check: async (kit) => {
      const { id, digest } = await drafted(kit);
      const submit = () => kit.send(post(`${draftOf(id)}/submit`, { digest }));
      const submitted = await submit();
      ok(DRAFT, { digest, approval: null })(submitted);
      const submission = memberOf(submitted.body, 'submission');
      const summary = memberOf(submission, 'summary');
      requireValues(submitted, summary, { draft_digest: digest, simulation: null });
      const { body } = await submit();
      const repeated = memberOf(body, 'submission', 'summary_digest');
      requireValues(submitted, submission, { summary_digest: repeated });
    },
  },
  {
    section: 'design 7',
    says: `DELETE ${ITEM}/schedule withdraws the schedule of a draft, which stays`,
    check: async (kit) => {
      const { id, digest } = await drafted(kit);
      const path = `${draftOf(id)}/schedule`;
      const scheduled = await kit.send(put(path, { digest, publish_at: LATER }));
      ok(DRAFT, { digest })(scheduled);
      const schedule = memberOf(scheduled.body, 'schedule');
      const publish_at = '2099-01-01T00:00:00.000Z';
      requireValues(scheduled, schedule, { publish_at, failure: null });
      const withdrawn = await kit.send(del(withQuery(path, { digest })));
      ok(DRAFT, { digest, schedule: null })(withdrawn);
    },
  },
  {
    section: 'design 7',
    says: `DELETE ${ITEM} discards the named draft`,
    check: async (kit) => {
      const { id, digest } = await drafted(kit);
      const discard = (named: string) => del(withQuery(draftOf(id), { digest: named }));
      envelope('RESOURCE_CONFLICT')(await kit.send(discard(OTHER)));
      ok(DRAFT, { digest })(await kit.send(discard(digest)));
      envelope('RESOURCE_NOT_FOUND')(await kit.send(discard(digest)));
    },
  },
];
