import { describe, expect, test } from '@jest/globals';
import { completeSelections, kybCertificate } from '@ndx/catalog';
import { QueryingPolicyDraftChanged, QueryingPolicySaved } from '@ndx/contracts';
import { STRANGER } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { usePolicyService } from '../testing/policy-service.js';
import { aPolicyWithDrafts, refusal } from '../testing/policy-with-draft.js';

const LATER = '2036-02-01T00:00:00.000Z';

const service = usePolicyService();

const FROM_STRANGER = completeSelections(kybCertificate, [
  { model_name: 'business_identity_verification', selected_provenance_option_ids: [STRANGER] },
]);

/** A policy at version 2 with a draft, and the calls about its schedule. */
async function aDraft() {
  const policy = await aPolicyWithDrafts(service);
  const { digest } = (await policy.save({ name: 'stricter' })).body;
  const path = `${policy.path}/draft/schedule`;
  const policyId = String(policy.policy['id']);
  return {
    ...policy,
    digest,
    schedule: (publish_at = LATER, named = digest) =>
      service.call(policy.governor, 'PUT', path, { digest: named, publish_at }),
    withdraw: () => service.call(policy.governor, 'DELETE', `${path}?digest=${String(digest)}`),
    current: async () => (await service.call(policy.governor, 'GET', policy.path)).body,
    /** The time of the publication comes. */
    reachTime: () =>
      service.sql(
        `update policy_draft
            set schedule = jsonb_set(schedule, '{publishAt}', '"2026-01-01T00:00:00.000Z"')
          where policy_id = $1`,
        [policyId],
      ),
    /** The draft has a source that is in the network no more. */
    loseSource: () =>
      service.sql(
        `update policy_draft set content = jsonb_set(content, '{modelSelections}', $2)
          where policy_id = $1`,
        [policyId, JSON.stringify(FROM_STRANGER)],
      ),
    changes: () =>
      service
        .published(QueryingPolicyDraftChanged)
        .filter(({ policy_id }) => policy_id === policyId)
        .map(({ change }) => change),
    changed: (change: string) =>
      service
        .published(QueryingPolicyDraftChanged)
        .filter((event) => event.policy_id === policyId && event.change === change),
  };
}

describe('a scheduled draft', () => {
  test('is published once at its time, by one of two replicas, in the name of its scheduler', async () => {
    const replica = await service.replica();
    try {
      const draft = await aDraft();
      const { account_id, entity_id } = draft.governor;
      const scheduled = await draft.schedule();
      expect(scheduled.body).toMatchObject({
        digest: draft.digest,
        schedule: { publish_at: LATER, account_id, entity_id, failure: null },
      });
      expect((await draft.read()).body).toEqual(scheduled.body);
      expect(await draft.current()).toMatchObject({ version: 2, name: 'standard' });
      await draft.reachTime();
      await eventually(async () => {
        expect(await draft.current()).toMatchObject({ version: 3, name: 'stricter' });
        expect(draft.changed('published')).toMatchObject([
          { version: 3, schedule: { account_id, entity_id }, failure: null },
        ]);
      });
      expect((await draft.version(3)).body).toMatchObject({ account_id, entity_id });
      expect(await draft.read()).toMatchObject(refusal(404, 'draft_not_found'));
      const saved = service.published(QueryingPolicySaved, String(draft.policy['id']));
      expect(saved.filter(({ version }) => version === 3)).toHaveLength(1);
    } finally {
      await replica.close();
    }
  });

  test('has no schedule any more after a change of the draft', async () => {
    const draft = await aDraft();
    await draft.schedule();
    const changed = await draft.save({ name: 'other', expected_digest: draft.digest });
    expect(changed.body).toMatchObject({ name: 'other', schedule: null });
  });

  test('stays without its schedule when that is withdrawn', async () => {
    const draft = await aDraft();
    await draft.schedule();
    expect((await draft.withdraw()).body).toMatchObject({ digest: draft.digest, schedule: null });
    expect((await draft.withdraw()).status).toBe(200);
    await eventually(() => {
      expect(draft.changes()).toEqual(['saved', 'scheduled', 'unscheduled']);
    });
  });

  test('keeps the first schedule of a repeated request', async () => {
    const draft = await aDraft();
    const scheduled = await draft.schedule();
    expect(await draft.schedule()).toEqual(scheduled);
  });

  test('is not published without an approval that the network requires by then', async () => {
    const draft = await aDraft();
    await draft.schedule();
    service.entity.reviewChanges(draft.id, true);
    await draft.reachTime();
    await eventually(async () => {
      const { schedule } = (await draft.read()).body;
      expect(schedule).toMatchObject({ failure: { reason: 'approval_required' } });
    });
    expect(await draft.current()).toMatchObject({ version: 2 });
    await eventually(() => {
      expect(draft.changed('not_published')).toMatchObject([{ failure: 'approval_required' }]);
    });
  });

  test('is published with the approval that it had', async () => {
    const draft = await aDraft();
    service.entity.reviewChanges(draft.id, true);
    expect(await draft.schedule()).toMatchObject(refusal(409, 'approval_required'));
    await draft.by(draft.second).approve(draft.digest);
    expect((await draft.schedule()).status).toBe(200);
    await draft.reachTime();
    await eventually(async () => {
      const { account_id } = draft.second;
      const version = { draft: { digest: draft.digest, approval: { account_id } } };
      expect((await draft.version(3)).body).toMatchObject(version);
    });
  });

  test('is not published when another version came first', async () => {
    const draft = await aDraft();
    await draft.schedule();
    await draft.configure(draft.policy['id'], { enforced: true });
    await draft.reachTime();
    await eventually(async () => {
      const { schedule } = (await draft.read()).body;
      expect(schedule).toMatchObject({ failure: { reason: 'base_version_moved' } });
    });
  });

  test('is neither scheduled nor published with a source that has left the network', async () => {
    const [early, late] = [await aDraft(), await aDraft()];
    await early.loseSource();
    expect(await early.schedule()).toMatchObject(refusal(400, 'unknown_institution'));
    await late.schedule();
    await late.loseSource();
    await late.reachTime();
    await eventually(() => {
      expect(late.changed('not_published')).toMatchObject([{ failure: 'unknown_institution' }]);
    });
    expect(await late.current()).toMatchObject({ version: 2 });
  });

  test('is published although an earlier one meets a fault, and that one after the fault', async () => {
    const [faulty, other] = [await aDraft(), await aDraft()];
    await service.sql(`
      create function refuse_version() returns trigger language plpgsql as $$
      begin raise 'a fault'; end $$`);
    await service.sql(`
      create trigger refused before insert on querying_policy_version for each row
        when (new.policy_id = '${String(faulty.policy['id'])}') execute function refuse_version()`);
    for (const draft of [faulty, other]) {
      await draft.schedule();
      await draft.reachTime();
    }
    await eventually(async () => {
      expect(await other.current()).toMatchObject({ version: 3 });
    });
    expect(await faulty.current()).toMatchObject({ version: 2 });
    await service.sql('drop trigger refused on querying_policy_version');
    await eventually(async () => {
      expect(await faulty.current()).toMatchObject({ version: 3 });
    });
  });

  test.each([
    [
      'is suspended',
      `insert into account_copy (account_id, revision, status) values ($1, 1, 'suspended')`,
      (draft: Draft) => [draft.governor.account_id],
    ],
    [
      'is no governor any more',
      `insert into membership_copy (membership, revision, roles) values ($1, 1, '{querier}')`,
      (draft: Draft) => [`${draft.id}/${draft.governor.entity_id}`],
    ],
  ])('is not published when its scheduler %s', async (_, end, values) => {
    const draft = await aDraft();
    await draft.schedule();
    await service.sql(end, values(draft));
    await draft.reachTime();
    await eventually(() => {
      expect(draft.changed('not_published')).toMatchObject([{ failure: 'role_missing' }]);
    });
  });
});

type Draft = Awaited<ReturnType<typeof aDraft>>;

describe('a schedule', () => {
  test('is refused for a time that has passed', async () => {
    const { schedule } = await aDraft();
    expect(await schedule('2026-01-01T00:00:00Z')).toMatchObject(refusal(400, 'invalid_window'));
  });

  test('is refused for another draft than the named one', async () => {
    const { schedule } = await aDraft();
    expect(await schedule(LATER, 'a'.repeat(64))).toMatchObject(refusal(409, 'draft_changed'));
  });
});
