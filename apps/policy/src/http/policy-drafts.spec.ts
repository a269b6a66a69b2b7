import { describe, expect, test } from '@jest/globals';
import { member, memberOfEach } from '@ndx/service/testing';
import type { Principal } from '@ndx/contracts';
import { aFurnishingPolicyWithDrafts } from '../testing/furnishing-policy-with-draft.js';
import { usePolicyService } from '../testing/policy-service.js';
import { aPolicyWithDrafts, refusal } from '../testing/policy-with-draft.js';

const service = usePolicyService();

const DRAFTS = '/v1/networks/policies/drafts';

interface Page {
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly next_cursor: string;
}

const list = (principal: Principal, search = '') =>
  service.call<Page>(principal, 'GET', `${DRAFTS}?${search}`);

const pageOf = async (principal: Principal, search = '') => (await list(principal, search)).body;

describe('the list of open drafts', () => {
  test('has the drafts of both kinds in every network that the caller governs', async () => {
    const querying = await aPolicyWithDrafts(service);
    const furnishing = await aFurnishingPolicyWithDrafts(service);
    const governor = memberOfEach('governor', querying.id, furnishing.id);
    expect(await list(governor)).toMatchObject({ status: 200, body: { data: [] } });
    const saved = await querying.save({ comment: 'as agreed', enforced: true });
    await furnishing.save({ policy_metadata: { max_age_days: 30 } });
    const { data } = await pageOf(governor);
    expect(data).toHaveLength(2);
    expect(data).toContainEqual({
      kind: 'querying',
      policy_id: querying.policy['id'],
      network_id: querying.id,
      product_id: querying.policy['product_id'],
      name: 'standard',
      policy_version: 2,
      base_version: 2,
      status: 'published',
      comment: 'as agreed',
      digest: saved.body['digest'],
      entity_id: querying.governor.entity_id,
      account_id: querying.governor.account_id,
      saved_at: saved.body['saved_at'],
      editor_account_ids: [querying.governor.account_id],
      submission: null,
      approval: null,
      awaits_approval: false,
      schedule: null,
    });
    expect(data).toContainEqual(
      expect.objectContaining({ kind: 'furnishing', policy_id: furnishing.policy['id'] }),
    );
    const one = await pageOf(governor, `network_id=${furnishing.id}`);
    expect(one.data).toMatchObject([{ kind: 'furnishing', network_id: furnishing.id }]);
    const first = await pageOf(governor, 'limit=1');
    const second = await pageOf(governor, `limit=1&cursor=${first.next_cursor}`);
    expect([...first.data, ...second.data]).toEqual(data);
    await querying.discard(saved.body['digest']);
    expect((await pageOf(governor)).data).toHaveLength(1);
  });

  test('shows which drafts await an approval, and the approval in force', async () => {
    const { id, governor, second, save, approve, by } = await aPolicyWithDrafts(service);
    service.entity.reviewChanges(id, true);
    const { body } = await save({ enforced: true });
    const only = async () => (await pageOf(governor, `network_id=${id}`)).data[0];
    expect(await only()).toMatchObject({ approval: null, awaits_approval: true });
    expect(await approve(body['digest'])).toMatchObject(refusal(403, 'own_draft'));
    const approved = await by(second).approve(body['digest']);
    expect(await only()).toMatchObject({
      approval: approved.body['approval'],
      awaits_approval: false,
    });
  });

  test('is hidden from a caller that does not govern the network', async () => {
    const { id, save } = await aPolicyWithDrafts(service);
    await save({ enforced: true });
    const furnisher = member(id, 'furnisher');
    expect(await list(furnisher, `network_id=${id}`)).toMatchObject(refusal(403, 'role_missing'));
    expect(await list(furnisher)).toMatchObject({ status: 200, body: { data: [] } });
  });
});
