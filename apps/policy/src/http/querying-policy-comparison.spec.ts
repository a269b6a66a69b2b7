import { describe, expect, test } from '@jest/globals';
import { member, STRANGER } from '@ndx/service/testing';
import { governedNetwork } from '../testing/governed-network.js';
import { aProduct, usePolicyService } from '../testing/policy-service.js';

const PATH = '/v1/networks/policies/querying';
const { model, field } = aProduct();

const service = usePolicyService();

const limited = (max_age_days: number) => ({
  model_selections: [{ model_name: model, max_age_days }],
});

/** A published policy at version 2, and comparisons by a governor. */
async function aPolicy(configuration: object = {}) {
  const network = governedNetwork(service, PATH);
  const { body } = await network.createConfigured('standard', {
    status: 'published',
    ...configuration,
  });
  const path = `${PATH}/${String(body['id'])}`;
  const compare = (change: object, principal = network.governor) =>
    service.call(principal, 'POST', `${path}/comparison`, change);
  return { ...network, policy: body, path, compare };
}

const refusal = (status: number, reason: string) => ({ status, body: { reason } });

describe('the comparison of a configuration with a querying policy', () => {
  test('has the effect and the rules of each changed member', async () => {
    const { policy, compare } = await aPolicy(limited(30));
    const { status, body } = await compare({
      consent: 'required',
      model_selections: [
        {
          model_name: model,
          max_age_days: 60,
          field_selections: [{ field_name: field, is_required: true }],
        },
      ],
    });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        policy_id: policy['id'],
        policy_version: 2,
        effect: 'different',
        models: [
          {
            model_name: model,
            effect: 'different',
            fields: [{ field_name: field, effect: 'narrower' }],
          },
        ],
        changes: [
          { model_name: null, field_name: null, member: 'consent', effect: 'different' },
          {
            model_name: model,
            field_name: null,
            member: 'max_age_days',
            effect: 'wider',
            before: `An answer needs a record of at most 30 days for the section ${model}.`,
            after: `An answer needs a record of at most 60 days for the section ${model}.`,
            note: null,
          },
          { model_name: model, field_name: field, member: 'is_required', effect: 'narrower' },
        ],
      },
    });
  });

  test('is of two stored versions for a member of the network, and of a configuration for governors', async () => {
    const { id, policy, configure, compare } = await aPolicy(limited(30));
    const querier = member(id, 'querier');
    await configure(policy['id'], limited(7));
    const versions = { base_version: 2, version: 3 };
    expect(await compare(versions, querier)).toMatchObject({
      status: 200,
      body: { policy_version: 2, effect: 'narrower', changes: [{ member: 'max_age_days' }] },
    });
    const back = { base_version: 3, version: 2 };
    expect(await compare(back, querier)).toMatchObject({ body: { effect: 'wider' } });
    expect(await compare({ ...versions, ...limited(7) }, querier)).toMatchObject(
      refusal(403, 'role_missing'),
    );
    expect((await compare({ ...versions, base_version: 9 })).status).toBe(404);
  });

  test('of two stored versions is with the status of each, and the same after a later change', async () => {
    const { policy, configure, compare } = await aPolicy({ ...limited(30), is_default: true });
    await configure(policy['id'], { name: 'renamed' });
    const compared = async () => [
      (await compare({ base_version: 1, version: 2 })).body,
      (await compare({ base_version: 2, version: 3 })).body,
    ];
    const before = await compared();
    expect(before).toMatchObject([
      {
        effect: 'different',
        changes: [
          { member: 'status', before: 'The policy is draft.', after: 'The policy is published.' },
          { member: 'is_default' },
          { member: 'max_age_days', effect: 'narrower' },
        ],
      },
      { effect: 'equal', changes: [] },
    ]);
    await configure(policy['id'], { status: 'archived' });
    expect(await compared()).toEqual(before);
  });

  test('is with the members of a stored version where the request omits them', async () => {
    const { compare } = await aPolicy(limited(30));
    const again = { version: 1, status: 'published' };
    expect(await compare(again)).toMatchObject({ body: { policy_version: 2, effect: 'wider' } });
    expect(await compare({ ...again, ...limited(7) })).toMatchObject({
      body: { effect: 'narrower' },
    });
  });

  test('saves nothing', async () => {
    const { compare, governor, path, policy } = await aPolicy();
    const deliveries = service.productQuery.deliveries.length;
    expect(await compare({ status: 'archived', ...limited(1) })).toMatchObject({ status: 200 });
    expect(await service.call(governor, 'GET', path)).toEqual({ status: 200, body: policy });
    expect(service.productQuery.deliveries).toHaveLength(deliveries);
  });

  test.each([
    [404, 'policy_not_found', { version: 3 }],
    [400, 'unknown_field', { model_selections: [{ model_name: 'aura' }] }],
    [400, 'invalid_policy', { status: 'draft', is_default: true }],
    [
      400,
      'unknown_institution',
      { model_selections: [{ model_name: model, selected_provenance_option_ids: [STRANGER] }] },
    ],
  ])('is refused with %i %s as a save is', async (status, reason, change) => {
    const { compare } = await aPolicy();
    expect(await compare(change)).toMatchObject(refusal(status, reason));
  });

  test('with a version below 1 is refused', async () => {
    const { compare } = await aPolicy();
    expect(await compare({ version: 0 })).toMatchObject({
      status: 422,
      body: { detail: 'body -> version: must not be less than 1' },
    });
  });

  test('is for governors, and the policy of a foreign network is not found', async () => {
    const { compare, id } = await aPolicy();
    const querier = member(id, 'querier');
    expect(await compare({}, querier)).toMatchObject(refusal(403, 'role_missing'));
    const { governor: stranger } = governedNetwork(service, PATH);
    expect(await compare({}, stranger)).toMatchObject(refusal(404, 'policy_not_found'));
  });
});
