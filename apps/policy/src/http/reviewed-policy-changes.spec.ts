import { describe, expect, test } from '@jest/globals';
import { QueryingPolicySaved } from '@ndx/contracts';
import { member, requestsTo } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { usePolicyService } from '../testing/policy-service.js';
import {
  aPolicyWithDrafts,
  draftCalls,
  QUERYING_POLICIES,
  refusal,
} from '../testing/policy-with-draft.js';

const BREAK_GLASS = { break_glass_reason: 'answers release data of the wrong subjects' };

const service = usePolicyService();

/** A published policy of a network that reviews changes from now on. */
async function aReviewedPolicy(configuration?: object) {
  const policy = await aPolicyWithDrafts(service, configuration);
  service.entity.reviewChanges(policy.id, true);
  return policy;
}

/** The same with a draft of its first governor. */
async function aReviewedDraft() {
  const policy = await aReviewedPolicy();
  const { body } = await policy.save({ enforced: true });
  return { ...policy, digest: body['digest'] };
}

const breakGlassCount = async () => {
  const metrics = await (await service.send(undefined, 'GET', '/metrics')).text();
  return Number(/^policy_break_glass_publications_total\S* (\d+)$/m.exec(metrics)?.[1]);
};

describe('a direct change in a network that reviews changes', () => {
  test.each([
    ['of the rules', { model_selections: [] }],
    ['of the name', { name: 'renamed' }],
    ['of the default', { is_default: false }],
    ['to archived', { status: 'archived' }],
    ['to a draft', { status: 'draft' }],
  ])('%s of a published policy is a 409 and changes nothing', async (_, change) => {
    const { policy, governor, path, configure } = await aReviewedPolicy({ is_default: true });
    const answer = await configure(policy['id'], change);
    expect(answer).toMatchObject(refusal(409, 'review_required'));
    expect(answer.body['detail']).toMatch(/draft.*approve.*publish/);
    expect(await service.call(governor, 'GET', path)).toEqual({ status: 200, body: policy });
  });

  test('that publishes a policy is a 409; a policy that stays out of force can change', async () => {
    const { create, configure } = await aReviewedPolicy();
    const { body } = await create({ name: 'new' });
    const publish = { status: 'published' };
    expect(await configure(body['id'], publish)).toMatchObject(refusal(409, 'review_required'));
    expect(await configure(body['id'], { enforced: true })).toMatchObject({
      status: 200,
      body: { status: 'draft', enforced: true },
    });
  });

  test('succeeds again when the network changes its policies directly', async () => {
    const { id, policy, configure } = await aReviewedPolicy();
    service.entity.reviewChanges(id, false);
    expect((await configure(policy['id'], { enforced: true })).status).toBe(200);
  });
});

describe('a publication in a network that reviews changes', () => {
  test('is a 409 without an approval, and succeeds with one', async () => {
    const { second, by, publish, version, digest } = await aReviewedDraft();
    expect(await publish(digest)).toMatchObject(refusal(409, 'approval_required'));
    await by(second).approve(digest);
    expect(await publish(digest)).toMatchObject({ status: 200, body: { version: 3 } });
    expect((await version(3)).body).toMatchObject({
      draft: { approval: { account_id: second.account_id }, break_glass_reason: null },
    });
  });

  test('uses an approval of before a restart', async () => {
    const { governor, second, by, path, digest } = await aReviewedDraft();
    await by(second).approve(digest);
    const restarted = await service.replica();
    try {
      const { call } = requestsTo(restarted.url);
      const published = await call(governor, 'POST', `${path}/draft/publish`, { digest });
      expect(published).toMatchObject({ status: 200, body: { version: 3 } });
    } finally {
      await restarted.close();
    }
  });

  test('is a 409 for a draft that was edited after its approval', async () => {
    const { second, by, save, publish, digest } = await aReviewedDraft();
    await by(second).approve(digest);
    const edited = (await save({ enforced: false, expected_digest: digest })).body['digest'];
    expect(await publish(digest)).toMatchObject(refusal(409, 'draft_changed'));
    expect(await publish(edited)).toMatchObject(refusal(409, 'approval_required'));
  });

  test('is a 409 for an approved draft that would have another effect by now', async () => {
    const { id, createConfigured, second, by, save, publish } = await aPolicyWithDrafts(service, {
      is_default: true,
    });
    const { digest } = (await save({ is_default: false })).body;
    await by(second).approve(digest);
    await createConfigured('other', { status: 'published', is_default: true });
    service.entity.reviewChanges(id, true);
    expect(await publish(digest)).toMatchObject(refusal(409, 'approval_required'));
  });

  test('is a 409 for an approved draft whose policy has changed since', async () => {
    const { id, policy, configure, second, by, save, publish, digest } = await aReviewedDraft();
    await by(second).approve(digest);
    service.entity.reviewChanges(id, false);
    await configure(policy['id'], { name: 'renamed' });
    service.entity.reviewChanges(id, true);
    expect(await publish(digest)).toMatchObject(refusal(409, 'base_version_moved'));
    const again = await save({ enforced: true, base_version: 3, expected_digest: digest });
    expect(await publish(again.body['digest'])).toMatchObject(refusal(409, 'approval_required'));
  });

  test('publishes a policy that was never published, and archives one', async () => {
    const { create, second } = await aReviewedPolicy();
    const { body } = await create({ name: 'new' });
    const path = `${QUERYING_POLICIES}/${String(body['id'])}`;
    const author = member(String(body['network_id']), 'governor');
    const own = draftCalls(service, path, author);
    const other = draftCalls(service, path, second, author);
    for (const [base_version, status] of [
      [1, 'published'],
      [2, 'archived'],
    ] as const) {
      const { digest } = (await own.save({ base_version, status })).body;
      await other.approve(digest);
      expect(await own.publish(digest)).toMatchObject({ status: 200, body: { status } });
    }
  });

  test('happens once for concurrent approvals and publications, with an approval', async () => {
    const { id, second, by, publish, version, digest } = await aReviewedDraft();
    const third = member(id, 'governor');
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => [
        by(second).approve(digest),
        by(third).approve(digest),
        publish(digest),
        by(second).publish(digest),
      ]).flat(),
    );
    expect(answers.every(({ status }) => [200, 404, 409].includes(status))).toBe(true);
    expect(await publish(digest)).toMatchObject({ status: 200, body: { version: 3 } });
    expect((await version(4)).status).toBe(404);
    const { body } = await version(3);
    const { approval } = body['draft'] as { approval: { account_id: string } };
    const approvers = [second.account_id, third.account_id];
    expect(approvers).toContain(approval.account_id);
  });
});

describe('a break-glass publication', () => {
  test('needs no approval; version, its event, audit log and metric show it', async () => {
    const { id, policy, governor, publish, version, digest } = await aReviewedDraft();
    const before = await breakGlassCount();
    expect(await publish(digest, BREAK_GLASS)).toMatchObject({ status: 200 });
    expect((await version(3)).body).toMatchObject({ draft: { approval: null, ...BREAK_GLASS } });
    expect(await breakGlassCount()).toBe(before + 1);
    await publish(digest, BREAK_GLASS);
    const { account_id, entity_id } = governor;
    const break_glass = { account_id, entity_id, reason: BREAK_GLASS.break_glass_reason };
    await eventually(async () =>
      expect(service.published(QueryingPolicySaved, String(policy['id'])).slice(-2)).toMatchObject([
        { version: 3, approval: null, break_glass: { ...break_glass, draft_digest: digest } },
        { version: 3, approval: null, break_glass: { ...break_glass, draft_digest: digest } },
      ]),
    );
    await eventually(async () => {
      const entries = await service.sql(
        `select data::jsonb as data from audit_entry
         where network = $1 and type = 'policy.querying-policy-draft-changed.v1' order by seq`,
        [id],
      );
      expect(entries.map(({ data }) => data)).toMatchObject([
        { change: 'saved', break_glass: false },
        { change: 'published', break_glass: true, approval: null, version: 3 },
      ]);
    });
  });

  test('is none where the draft is approved, or the network needs no approval', async () => {
    const before = await breakGlassCount();
    const approved = await aReviewedDraft();
    await approved.by(approved.second).approve(approved.digest);
    await approved.publish(approved.digest, BREAK_GLASS);
    expect((await approved.version(3)).body).toMatchObject({ draft: { break_glass_reason: null } });
    const direct = await aPolicyWithDrafts(service);
    const { body } = await direct.save({});
    await direct.publish(body['digest'], BREAK_GLASS);
    expect((await direct.version(3)).body).toMatchObject({ draft: { break_glass_reason: null } });
    expect(await breakGlassCount()).toBe(before);
  });

  test('needs a reason', async () => {
    const { publish, digest } = await aReviewedDraft();
    expect((await publish(digest, { break_glass_reason: ' ' })).status).toBe(422);
  });
});
