import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { Principal } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { aFurnishingPolicyWithDrafts } from '../testing/furnishing-policy-with-draft.js';
import { aProduct, usePolicyService } from '../testing/policy-service.js';
import { refusal, summaryDigestOf } from '../testing/policy-with-draft.js';

const RECENT = { policy_metadata: { max_age_days: 30 } };
const BREAK_GLASS = { break_glass_reason: 'records of another institution are accepted' };

const service = usePolicyService();
const product = aProduct();

const aPolicy = (terms?: object) => aFurnishingPolicyWithDrafts(service, terms);

/** An active policy with a draft, in a network that reviews changes. */
async function aReviewedDraft() {
  const policy = await aPolicy();
  service.entity.reviewChanges(policy.id, true);
  const { body } = await policy.save(RECENT);
  return { ...policy, digest: body['digest'] };
}

describe('the draft of a furnishing policy', () => {
  test('changes nothing until it is published as the next version', async () => {
    const { policy, governor, save, read, publish, readPolicy } = await aPolicy();
    const deliveries = service.furnishing.deliveries.length;
    const saved = await save({ ...RECENT, comment: 'as agreed' });
    expect(saved).toMatchObject({
      status: 200,
      body: {
        ...RECENT,
        policy_id: policy['id'],
        ...{ base_version: 1, status: 'published', deprecated_on: null, comment: 'as agreed' },
        ...{ account_id: governor.account_id, entity_id: governor.entity_id, approval: null },
      },
    });
    expect(await read()).toEqual(saved);
    expect(await readPolicy()).toEqual({ status: 200, body: policy });
    expect(service.furnishing.deliveries).toHaveLength(deliveries);

    const published = await publish(saved.body['digest']);
    expect(published).toMatchObject({ status: 200, body: { ...RECENT, version: 2 } });
    expect(published.body['id']).not.toBe(policy['id']);
    expect((await readPolicy()).body).toEqual({
      ...policy,
      deprecated_on: published.body['active_on'],
      updated_at: expect.any(String),
    });
    expect(await read()).toMatchObject(refusal(404, 'draft_not_found'));
    expect(service.furnishing.deliveries.slice(deliveries).flat()).toMatchObject([
      { policy_id: published.body['id'], version: 2, max_age_days: 30 },
      { policy_id: policy['id'], deprecated_on: published.body['active_on'] },
    ]);
  });

  test('of a policy that has not started starts it, with the same id', async () => {
    const { policy, save, publish } = await aPolicy({ active_on: null });
    const { digest } = (await save(RECENT)).body;
    const { body } = await publish(digest);
    expect(body).toMatchObject({ ...RECENT, id: policy['id'], version: 2 });
    expect(body['active_on']).not.toBeNull();
  });

  test('that archives the policy ends it', async () => {
    const { policy, save, publish, readPolicy } = await aPolicy();
    const { digest } = (await save({ status: 'archived' })).body;
    const { body } = await publish(digest);
    expect(body).toMatchObject({ id: policy['id'], version: 1 });
    expect(body['deprecated_on']).not.toBeNull();
    expect((await readPolicy()).body).toEqual(body);
    expect(await save({ status: 'archived' })).toMatchObject(refusal(409, 'policy_fixed'));
  });

  test('is published once; a repeated request confirms the version', async () => {
    const { save, publish, list } = await aPolicy();
    const { digest } = (await save(RECENT)).body;
    const answers = await Promise.all(Array.from({ length: 8 }, () => publish(digest)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(new Set(answers.map(({ body }) => body['id'])).size).toBe(1);
    expect(await list()).toHaveLength(2);
  });

  test('is refused when the name has a later version, at the save and at the publication', async () => {
    const { policy, save, publish, create } = await aPolicy();
    const { digest } = (await save(RECENT)).body;
    await create({ name: policy['name'] });
    expect(await publish(digest)).toMatchObject(refusal(409, 'base_version_moved'));
    const again = await save({ ...RECENT, expected_digest: digest });
    expect(again).toMatchObject(refusal(409, 'base_version_moved'));
    expect(await save({ base_version: 2 })).toMatchObject(refusal(409, 'base_version_moved'));
  });

  test('is replaced and discarded only by its digest', async () => {
    const { save, discard, read } = await aPolicy();
    const first = await save(RECENT);
    expect(await save({})).toMatchObject(refusal(409, 'draft_changed'));
    const { digest } = (await save({ expected_digest: first.body['digest'] })).body;
    expect(await discard(first.body['digest'])).toMatchObject(refusal(409, 'draft_changed'));
    expect((await discard(digest)).status).toBe(200);
    expect((await read()).status).toBe(404);
  });

  test.each([
    [400, 'unknown_field', { policy_metadata: { required_fields: ['aura.hue'] } }],
    [400, 'invalid_window', { deprecated_on: '2026-01-01T00:00:00Z' }],
  ])('is a %d as a configuration is: %s', async (status, reason, draft) => {
    const { save, read } = await aPolicy();
    expect(await save(draft)).toMatchObject(refusal(status, reason));
    expect((await read()).status).toBe(404);
  });

  test('is for governors of the network', async () => {
    const { id, on, policy, save, read } = await aPolicy();
    const { digest } = (await save(RECENT)).body;
    const denied = async (principal: Principal) => {
      const calls = on(policy['id'], principal);
      const { read, save, discard, submit, approve, publish } = calls;
      const named = [discard, submit, approve, publish].map((change) => change(digest));
      return Promise.all([read(), save({}), ...named]);
    };
    expect(await denied(member(id, 'furnisher'))).toMatchObject(
      Array(6).fill(refusal(403, 'role_missing')),
    );
    expect(await denied(member(randomUUID(), 'governor'))).toMatchObject(
      Array(6).fill(refusal(404, 'policy_not_found')),
    );
    expect((await read()).body['digest']).toBe(digest);
  });

  test('is in the audit log', async () => {
    const { id, save, publish } = await aPolicy();
    const { digest } = (await save(RECENT)).body;
    await publish(digest);
    await eventually(async () => {
      const entries = await service.sql(
        `select data::jsonb as data from audit_entry
         where network = $1 and type = 'policy.furnishing-policy-draft-changed.v1' order by seq`,
        [id],
      );
      expect(entries.map(({ data }) => data)).toMatchObject([
        { change: 'saved', digest, version: null },
        { change: 'published', digest, version: 2, break_glass: false },
      ]);
    });
  });
});

describe('in a network that reviews changes, a furnishing policy', () => {
  test('that has or would have a start is changed by no direct request', async () => {
    const { id, policy, configure, create, readPolicy } = await aPolicy();
    service.entity.reviewChanges(id, true);
    const start = { active_on: new Date().toISOString() };
    const refused = refusal(409, 'review_required');
    expect(await configure(policy['id'], RECENT)).toMatchObject(refused);
    expect(await configure(policy['id'], { deprecated_on: '2099-01-01T00:00:00Z' })).toMatchObject(
      refused,
    );
    expect(await create({ name: 'new', ...start })).toMatchObject(refused);
    const { body } = await create({ name: 'new' });
    expect(await configure(body['id'], start)).toMatchObject(refused);
    expect((await configure(body['id'], RECENT)).status).toBe(200);
    expect(await readPolicy()).toEqual({ status: 200, body: policy });
  });

  test('changes by a draft that another account approved on its comparison', async () => {
    const { save, second, approve, publish, digest } = await aReviewedDraft();
    expect(await publish(digest)).toMatchObject(refusal(409, 'approval_required'));
    expect(await approve(digest)).toMatchObject(refusal(403, 'own_draft'));
    expect(await second.approve(digest)).toMatchObject({
      status: 200,
      body: {
        approval: { summary: { effect: 'narrower', changes: [{ member: 'max_age_days' }] } },
      },
    });
    expect(await save({ expected_digest: digest })).toMatchObject({ body: { approval: null } });
    const { body } = await second.read();
    expect(await publish(body['digest'])).toMatchObject(refusal(409, 'approval_required'));
  });

  test('has the counts of a simulation over past records as the statement of its author', async () => {
    const { second, governor, submit, read, digest } = await aReviewedDraft();
    const counts = {
      ...{ from: '2026-01-01T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z' },
      ...{ examined_records: 1_000, accepted_records: 988, refused_records: 12 },
    };
    const stating = (change: object) =>
      submit(digest, { record_simulation: { ...counts, ...change } });
    expect(await stating({ refused_records: 13 })).toMatchObject(refusal(400, 'invalid_value'));
    expect(await stating({ to: counts.from })).toMatchObject(refusal(400, 'invalid_window'));
    expect((await read()).body).toMatchObject({ submission: null });
    const record_simulation = { stated_by_account_id: governor.account_id, ...counts };
    const submitted = await stating({});
    expect(submitted.body).toMatchObject({
      submission: { summary: { record_simulation, simulation: null } },
    });
    const summary_digest = summaryDigestOf(submitted);
    expect(await second.approveSummary(digest, summary_digest)).toMatchObject({
      body: { approval: { summary: { record_simulation }, summary_digest } },
    });
  });

  test('is published with an approval', async () => {
    const { second, publish, digest } = await aReviewedDraft();
    const { approval } = (await second.approve(digest)).body;
    expect(approval).toMatchObject({ summary: { effect: 'narrower' } });
    expect(await publish(digest)).toMatchObject({
      status: 200,
      body: { ...RECENT, version: 2, draft: { digest, approval, break_glass_reason: null } },
    });
  });

  test('needs another approval when other rules apply by now', async () => {
    const { id, second, publish, digest, create } = await aReviewedDraft();
    await second.approve(digest);
    service.entity.reviewChanges(id, false);
    const other = { policy_metadata: { max_age_days: 1 }, active_on: new Date().toISOString() };
    await create({ name: 'other', ...other });
    service.entity.reviewChanges(id, true);
    expect(await publish(digest)).toMatchObject(refusal(409, 'approval_required'));
    expect((await second.approve(digest)).body).toMatchObject({
      approval: { summary: { effect: 'wider' } },
    });
  });

  test('is published without an approval for a stated reason', async () => {
    const { id, publish, readPolicy, digest } = await aReviewedDraft();
    const published = await publish(digest, BREAK_GLASS);
    expect(published).toMatchObject({
      status: 200,
      body: { draft: { digest, approval: null, ...BREAK_GLASS, failed_tests: [] } },
    });
    const policyId = String(published.body['id']);
    expect(await readPolicy(policyId)).toEqual(published);
    const path = `/v1/networks/policies/furnishing/${policyId}?network_id=${id}`;
    const seenByFurnisher = await service.call(member(id, 'furnisher'), 'GET', path);
    expect(seenByFurnisher).toEqual({ status: 200, body: { ...published.body, draft: null } });
  });

  test('is ended without an approval for a stated reason', async () => {
    const { id, save, publish } = await aPolicy();
    service.entity.reviewChanges(id, true);
    const { digest } = (await save({ status: 'archived' })).body;
    expect(await publish(digest, BREAK_GLASS)).toMatchObject({
      status: 200,
      body: { draft: null, ending_draft: { digest, approval: null, ...BREAK_GLASS } },
    });
  });
});

describe('a scheduled draft of a furnishing policy', () => {
  test('becomes the next version at its time', async () => {
    const { governor, policy, save, list } = await aPolicy();
    const { digest } = (await save(RECENT)).body;
    const publish_at = new Date(Date.now() + 1_500).toISOString();
    const path = `/v1/networks/policies/furnishing/${String(policy['id'])}/draft/schedule`;
    const scheduled = await service.call(governor, 'PUT', path, { digest, publish_at });
    expect(scheduled).toMatchObject({ status: 200, body: { schedule: { publish_at } } });
    await eventually(async () => {
      expect(await list()).toMatchObject([
        { id: policy['id'], deprecated_on: expect.any(String) },
        { ...RECENT, version: 2, product_id: product.id },
      ]);
    });
  });
});
