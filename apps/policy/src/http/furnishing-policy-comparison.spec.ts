import { describe, expect, test } from '@jest/globals';
import { member } from '@ndx/service/testing';
import {
  aFurnishingPolicyWithDrafts,
  FURNISHING_POLICIES,
} from '../testing/furnishing-policy-with-draft.js';
import { governedNetwork } from '../testing/governed-network.js';
import { aProduct, usePolicyService } from '../testing/policy-service.js';
import { refusal } from '../testing/policy-with-draft.js';

const RECENT = { policy_metadata: { max_age_days: 30 } };
const { model, field } = aProduct();

const service = usePolicyService();

/** An active policy of a new network, and comparisons by its governor. */
async function aPolicy(terms?: object) {
  const network = await aFurnishingPolicyWithDrafts(service, terms);
  const compare = (change: object, principal = network.governor, id = network.policy['id']) =>
    service.call(principal, 'POST', `${FURNISHING_POLICIES}/${String(id)}/comparison`, change);
  return { ...network, compare };
}

describe('the comparison of a furnishing policy', () => {
  test('has the effect and the rules of each changed member', async () => {
    const { policy, compare } = await aPolicy(RECENT);
    const required_fields = [`${model}.${field}`];
    expect(await compare({ policy_metadata: { max_age_days: 60, required_fields } })).toMatchObject(
      {
        status: 200,
        body: {
          policy_id: policy['id'],
          policy_version: 1,
          applied_policy_id: policy['id'],
          effect: 'different',
          models: [{ model_name: model, fields: [{ field_name: field, effect: 'narrower' }] }],
          changes: [
            {
              member: 'max_age_days',
              effect: 'wider',
              before: 'A verification must be at most 30 days old.',
              after: 'A verification must be at most 60 days old.',
            },
            { model_name: model, field_name: field, member: 'required_fields', effect: 'narrower' },
          ],
        },
      },
    );
    expect(await compare({})).toMatchObject({ body: { effect: 'equal', changes: [] } });
  });

  test('is with the rules that apply now, which can be of another policy or of none', async () => {
    const { compare, create, policy, governor } = await aPolicy({ ...RECENT, active_on: null });
    expect(await compare({})).toMatchObject({
      body: { applied_policy_id: null, effect: 'narrower' },
    });
    const started = { active_on: new Date(Date.now() - 60_000).toISOString() };
    const { body: other } = await create({ name: 'other', ...started, ...RECENT });
    expect(await compare({})).toMatchObject({
      body: { policy_id: policy['id'], applied_policy_id: other['id'], effect: 'equal' },
    });
    expect(await compare({ status: 'archived' }, governor, other['id'])).toMatchObject({
      body: { effect: 'wider' },
    });
  });

  test('is the effect that an approval of the same draft records', async () => {
    const { compare, save, second } = await aPolicy();
    const { digest } = (await save(RECENT)).body;
    const { effect, explanation, models, changes } = (await compare(RECENT)).body;
    expect((await second.approve(digest)).body).toMatchObject({
      approval: { summary: { effect, explanation, models, changes } },
    });
  });

  test('saves nothing', async () => {
    const { compare, read, readPolicy, policy } = await aPolicy();
    const deliveries = service.furnishing.deliveries.length;
    expect(await compare({ status: 'archived', ...RECENT })).toMatchObject({ status: 200 });
    expect(await readPolicy()).toEqual({ status: 200, body: policy });
    expect(await read()).toMatchObject(refusal(404, 'draft_not_found'));
    expect(service.furnishing.deliveries).toHaveLength(deliveries);
  });

  test.each([
    [400, 'unknown_field', { policy_metadata: { required_fields: ['aura.hue'] } }],
    [400, 'invalid_policy', { policy_metadata: { max_age_days: -1 } }],
    [400, 'invalid_window', { deprecated_on: '2026-01-01T00:00:00Z' }],
  ])('is refused with %i %s as a save is', async (status, reason, change) => {
    const { compare } = await aPolicy();
    expect(await compare(change)).toMatchObject(refusal(status, reason));
  });

  test('with a status that a draft cannot have is refused', async () => {
    const { compare } = await aPolicy();
    expect((await compare({ status: 'draft' })).status).toBe(422);
  });

  test('is for governors, and the policy of a foreign network is not found', async () => {
    const { compare, id } = await aPolicy();
    const furnisher = member(id, 'furnisher');
    expect(await compare({}, furnisher)).toMatchObject(refusal(403, 'role_missing'));
    const { governor: stranger } = governedNetwork(service, FURNISHING_POLICIES);
    expect(await compare({}, stranger)).toMatchObject(refusal(404, 'policy_not_found'));
  });
});
