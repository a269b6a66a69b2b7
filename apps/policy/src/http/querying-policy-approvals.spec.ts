import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { QueryingPolicySaved } from '@ndx/contracts';
import { canonicalJson } from '@ndx/proof';
import { member } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { aPolicyTest } from '../testing/a-policy-test.js';
import { aProduct, usePolicyService } from '../testing/policy-service.js';
import {
  aPolicyWithDrafts,
  NO_DIGEST,
  refusal,
  summaryDigestOf,
} from '../testing/policy-with-draft.js';

const { model } = aProduct();
/** A change that releases less. */
const STRICTER = { model_selections: [{ model_name: model, attestation_required: true }] };

const SIMULATION = {
  simulation_id: '0192d3c1-1a02-7814-89c5-3abbcdeff010',
  ...{ from: '2026-01-01T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z' },
  ended_at: '2026-02-01T09:30:00.000Z',
  ...{ simulated_queries: 16, changed_queries: 12, lost_answers: 12, gained_answers: 0 },
  not_simulated_queries: 0,
};

const service = usePolicyService();

/** A policy with a draft of its first governor, and the digest of the draft. */
async function aDraft(configuration?: object) {
  const policy = await aPolicyWithDrafts(service, configuration);
  const { body } = await policy.save(STRICTER);
  return { ...policy, digest: body['digest'] };
}

type Draft = Awaited<ReturnType<typeof aDraft>>;

describe('the approval of a draft', () => {
  test('is of the submitted summary, which the server computed, with its digest', async () => {
    const { path, policy, governor, second, by, submit, read, digest } = await aDraft();
    const compared = await service.call(governor, 'POST', `${path}/comparison`, STRICTER);
    const { effect, explanation, models, changes } = compared.body;
    service.simulate(policy['id'], SIMULATION);
    const comparison = { effect, explanation, models, changes };
    expect(comparison).toMatchObject({ effect: 'narrower', changes: [{ model_name: model }] });
    const summary = {
      ...{ draft_digest: digest, ...comparison, tests: [] },
      ...{ simulation: SIMULATION, record_simulation: null },
    };
    const summary_digest = createHash('sha256').update(canonicalJson(summary)).digest('hex');
    const submitted = await submit(digest);
    const { account_id, entity_id } = governor;
    expect(submitted).toMatchObject({
      status: 200,
      body: { submission: { account_id, entity_id, summary_digest }, approval: null },
    });
    const { submission } = submitted.body;
    expect(submission).toMatchObject({ summary });
    const approved = await by(second).approve(digest);
    expect(approved).toMatchObject({
      status: 200,
      body: {
        digest,
        account_id: governor.account_id,
        editor_account_ids: [governor.account_id],
        submission,
        approval: {
          account_id: second.account_id,
          entity_id: second.entity_id,
          summary,
          summary_digest,
        },
      },
    });
    expect(await read()).toEqual(approved);
  });

  test('is refused before an account that saved the draft has submitted it', async () => {
    const { second, by, digest, submit } = await aDraft();
    const approve = (summary_digest: unknown) => by(second).approveSummary(digest, summary_digest);
    expect(await approve(NO_DIGEST)).toMatchObject(refusal(409, 'not_submitted'));
    expect(await by(second).submit(digest)).toMatchObject(refusal(403, 'not_draft_editor'));
    const summary_digest = summaryDigestOf(await submit(digest));
    expect(await approve(NO_DIGEST)).toMatchObject(refusal(409, 'summary_changed'));
    expect((await approve(summary_digest)).status).toBe(200);
  });

  test('is not in force for a summary that was submitted later', async () => {
    const { policy, second, by, submit, read, digest } = await aDraft();
    await by(second).approve(digest);
    const { approval } = (await submit(digest)).body;
    expect(approval).toMatchObject({ account_id: second.account_id });
    service.simulate(policy['id'], SIMULATION);
    expect((await read()).body).toMatchObject({ approval });
    expect((await submit(digest)).body).toMatchObject({ approval: null });
  });

  test('is refused when the result of a test differs from the submitted summary', async () => {
    const { path, governor, second, by, submit, digest } = await aDraft();
    const summary_digest = summaryDigestOf(await submit(digest));
    await service.call(governor, 'PUT', `${path}/tests`, { test: aPolicyTest() });
    expect(await by(second).approveSummary(digest, summary_digest)).toMatchObject(
      refusal(409, 'summary_changed'),
    );
    const { submission } = (await submit(digest)).body;
    expect(submission).toMatchObject({ summary: { tests: [{ name: 'a corporation is issued' }] } });
  });

  test('is refused to the author, and to each account that saved the draft before', async () => {
    const { id, second, by, approve, digest } = await aDraft();
    expect(await approve(digest)).toMatchObject(refusal(403, 'own_draft'));
    const { body } = await by(second).save({ enforced: true, expected_digest: digest });
    const edited = body['digest'];
    expect(await approve(edited)).toMatchObject(refusal(403, 'own_draft'));
    expect(await by(second).approve(edited)).toMatchObject(refusal(403, 'own_draft'));
    expect((await by(member(id, 'governor')).approve(edited)).status).toBe(200);
  });

  test('is refused for another draft than the named one, and without a draft', async () => {
    const { second, by, discard, digest } = await aDraft();
    expect(await by(second).approve(NO_DIGEST)).toMatchObject(refusal(409, 'draft_changed'));
    await discard(digest);
    expect(await by(second).approve(digest)).toMatchObject(refusal(404, 'draft_not_found'));
  });

  test('is refused when the policy has changed since the draft was saved', async () => {
    const { policy, configure, second, by, digest } = await aDraft();
    await configure(policy['id'], { enforced: true });
    expect(await by(second).approve(digest)).toMatchObject(refusal(409, 'base_version_moved'));
  });

  test('is confirmed by the same request again, and replaced by a third account', async () => {
    const { id, second, by, read, digest } = await aDraft();
    const approved = await by(second).approve(digest);
    expect(await by(second).approve(digest)).toEqual(approved);
    const third = member(id, 'governor');
    await by(third).approve(digest);
    expect((await read()).body).toMatchObject({ approval: { account_id: third.account_id } });
  });

  test('ends when the draft is saved with a change', async () => {
    const { second, by, save, read, digest } = await aDraft();
    await by(second).approve(digest);
    await save({ ...STRICTER, comment: 'more', expected_digest: digest });
    expect((await read()).body).toMatchObject({ approval: null });
  });

  test('ends when the policy changes', async () => {
    const { policy, configure, second, by, read, digest } = await aDraft();
    await by(second).approve(digest);
    await configure(policy['id'], { name: 'renamed' });
    expect((await read()).body).toMatchObject({ digest, approval: null });
  });

  test('ends when the publication would have another effect, without a change of the policy', async () => {
    const { createConfigured, second, by, save, read } = await aPolicyWithDrafts(service, {
      is_default: true,
    });
    const { digest } = (await save({ is_default: false })).body;
    await by(second).approve(digest);
    await createConfigured('other', { status: 'published', is_default: true });
    expect((await read()).body).toMatchObject({ digest, approval: null });
  });

  test('is refused when the effect differs from the submitted summary', async () => {
    const { createConfigured, second, by, save, read, submit } = await aPolicyWithDrafts(service, {
      is_default: true,
    });
    const { digest } = (await save({ is_default: false })).body;
    const submitted = async () => summaryDigestOf(await submit(digest));
    const approve = (summary_digest: unknown) => by(second).approveSummary(digest, summary_digest);
    const seen = await submitted();
    await createConfigured('other', { status: 'published', is_default: true });
    expect(await approve(seen)).toMatchObject(refusal(409, 'summary_changed'));
    expect((await read()).body).toMatchObject({ approval: null });
    const now = await submitted();
    for (let repetition = 0; repetition < 2; repetition += 1) {
      expect(await approve(now)).toMatchObject({
        status: 200,
        body: { approval: { summary_digest: now } },
      });
    }
    expect(await approve(seen)).toMatchObject(refusal(409, 'summary_changed'));
  });

  test('is kept with the version, which shows it to governors', async () => {
    const { id, path, second, by, publish, version, digest } = await aDraft();
    const { approval } = (await by(second).approve(digest)).body;
    await publish(digest);
    expect(approval).toMatchObject({ account_id: second.account_id });
    expect((await version(3)).body).toMatchObject({ draft: { digest, approval } });
    const seenByQuerier = await service.call(member(id, 'querier'), 'GET', `${path}/versions/3`);
    expect(seenByQuerier.body).toMatchObject({ draft: null });
  });

  test('is published with the version, also again, and not with another version', async () => {
    const { id, policy, second, by, publish, save, digest } = await aDraft();
    service.simulate(policy['id'], SIMULATION);
    const { body } = await by(second).approve(digest);
    const { approved_at, summary_digest } = body['approval'] as Record<string, unknown>;
    await publish(digest);
    await publish(digest);
    const unapproved = await save({ base_version: 3, name: 'renamed' });
    expect(unapproved).toMatchObject({ status: 200 });
    expect(await publish(unapproved.body['digest'])).toMatchObject({ status: 200 });
    const approval = {
      account_id: second.account_id,
      entity_id: second.entity_id,
      effect: 'narrower',
      figures: { simulation: SIMULATION, tests_passed: 0, tests_failed: 0 },
      summary_digest,
      approved_at,
      draft_digest: digest,
    };
    await eventually(async () => {
      const states = service.published(QueryingPolicySaved, String(policy['id']));
      expect(states.slice(-3)).toMatchObject([
        { network_id: id, version: 3, approval, break_glass: null },
        { network_id: id, version: 3, approval, break_glass: null },
        { network_id: id, version: 4, approval: null, break_glass: null },
      ]);
    });
  });

  test.each([
    [
      'is suspended',
      `insert into account_copy (account_id, revision, status) values ($1, 1, 'suspended')`,
      ({ second }: Draft) => [second.account_id],
    ],
    [
      'is no governor any more',
      `insert into membership_copy (membership, revision, roles) values ($1, 1, '{querier}')`,
      ({ id, second }: Draft) => [`${id}/${second.entity_id}`],
    ],
  ])('is not in force when the approver %s', async (_, end, values) => {
    const draft = await aDraft();
    const { id, governor, second, by, publish, read, version, digest } = draft;
    await by(second).approve(digest);
    await service.sql(end, values(draft));
    expect((await read()).body).toMatchObject({ approval: null });
    const drafts = `/v1/networks/policies/drafts?network_id=${id}`;
    expect((await service.call(governor, 'GET', drafts)).body).toMatchObject({
      data: [{ approval: null }],
    });
    await publish(digest);
    expect((await version(3)).body).toMatchObject({ draft: { digest, approval: null } });
  });

  test('is absent from a version that was published without one', async () => {
    const { publish, version, digest } = await aDraft();
    await publish(digest);
    expect((await version(3)).body).toMatchObject({ draft: { digest, approval: null } });
  });

  test('is in the audit log with the digests and figures of the submitted summary', async () => {
    const { id, governor, second, by, publish, digest } = await aDraft();
    await by(second).approve(digest);
    await publish(digest);
    const summary = {
      effect: 'narrower',
      figures: { simulation: null, tests_passed: 0, tests_failed: 0 },
      record_simulation: null,
      summary_digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    };
    const { account_id, entity_id } = second;
    const approval = { account_id, entity_id, ...summary };
    const submission = { account_id: governor.account_id, ...summary };
    await eventually(async () => {
      const entries = await service.sql(
        `select data::jsonb as data from audit_entry
         where network = $1 and type = 'policy.querying-policy-draft-changed.v1' order by seq`,
        [id],
      );
      expect(entries.map(({ data }) => data)).toMatchObject([
        { change: 'saved', digest, submission: null, approval: null },
        { change: 'submitted', digest, submission, approval: null },
        { change: 'approved', digest, submission, entity_id: second.entity_id, approval },
        { change: 'published', digest, version: 3, approval },
      ]);
    });
  });
});
