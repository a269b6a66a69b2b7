import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from '@jest/globals';
import { stableId } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { governedNetwork } from '../testing/governed-network.js';
import { aProduct, usePolicyService } from '../testing/policy-service.js';

const PATH = '/v1/networks/policies/querying';
const product = aProduct();
const ABSENT = randomUUID();

const service = usePolicyService();

const network = () => governedNetwork(service, PATH);

const associations = (networkId: string) =>
  service.sql('select id from network_product where network_id = $1', [networkId]);

describe('creating a querying policy', () => {
  test('returns a draft at version 1 that applies to nothing, delivered to product-query', async () => {
    const { id, governor, create } = network();
    const { status, body } = await create({ name: '  Onboarding ' });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.any(String),
      network_product_id: expect.any(String),
      network_id: id,
      product_id: product.id,
      entity_id: governor.entity_id,
      name: 'Onboarding',
      version: 1,
      schema_version: '1.0',
      status: 'draft',
      is_default: false,
      enforced: false,
      model_selections: [],
      consent: 'permissible_purpose',
      permissible_purposes: [],
      created_at: expect.any(String),
      updated_at: body['created_at'],
    });
    expect(service.productQuery.deliveries.at(-1)).toMatchObject([
      { policy_id: body['id'], revision: 1, version: 1, status: 'draft' },
    ]);
  });

  test('returns the consent requirement: consent for a consumer, unless configured', async () => {
    const { create, configure } = network();
    const product_id = stableId('template', 'total_consumer_assets');
    const { body } = await create({ product_id });
    expect(body).toMatchObject({ consent: 'required', permissible_purposes: [] });
    const demand = { consent: 'permissible_purpose', permissible_purposes: ['account_review'] };
    expect(await configure(body['id'], demand)).toMatchObject({ status: 200, body: demand });
    const renamed = await configure(body['id'], { name: 'other' });
    expect(renamed).toMatchObject({ status: 200, body: demand });
    const reset = { consent: null, permissible_purposes: [] };
    expect(await configure(body['id'], reset)).toMatchObject({ body: { consent: 'required' } });
    const unknown = await configure(body['id'], { permissible_purposes: ['curiosity'] });
    expect(unknown.status).toBe(422);
  });

  test('returns the built-in default under its id, which it has in no network', async () => {
    const { id } = network();
    const read = (policyId: string) =>
      service.call(member(id, 'querier'), 'GET', `${PATH}/${policyId}?network_id=${id}`);
    const builtIn = stableId('built-in-policy', 'kyb_certificate');
    expect(await read(builtIn)).toMatchObject({
      status: 200,
      body: {
        id: builtIn,
        product_id: product.id,
        network_id: null,
        version: 0,
        status: 'published',
        is_default: true,
        model_selections: [],
        consent: 'permissible_purpose',
      },
    });
    expect((await read(stableId('built-in-policy', 'nothing'))).status).toBe(404);
  });

  test('associates the network with the product once, for any number of concurrent policies', async () => {
    const { id, create } = network();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => create({ name: `policy ${n}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(({ body }) => body['network_product_id'])).size).toBe(1);
    expect(await associations(id)).toHaveLength(1);
  });

  test('creates one of twenty concurrent policies of the same name', async () => {
    const { create, list } = network();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ name: 'same' })));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array<number>(19).fill(409)]);
    expect(await list()).toHaveLength(1);
  });

  test('is rejected for members other than governors, and nothing is stored', async () => {
    const { id } = network();
    const body = { product_id: product.id, network_id: id, name: 'mine' };
    const answer = await service.call(member(id, 'querier', 'furnisher'), 'POST', PATH, body);
    expect(answer).toMatchObject({ status: 403, body: { error_code: 'PERMISSION_DENIED' } });
    expect(await associations(id)).toEqual([]);
  });

  test.each(['total_consumer_liabilities', 'credit_history_bundle'])(
    'may be for the template %s, whose fields it then selects',
    async (slug) => {
      const { create, configure } = network();
      const product_id = stableId('template', slug);
      const { body } = await create({ product_id });
      const selection = (field_name: string) => ({
        status: 'published',
        model_selections: [{ model_name: slug, field_selections: [{ field_name }] }],
      });
      const field = 'network_adverse_action_eligible_indicator';
      expect(await configure(body['id'], selection(field))).toMatchObject({
        status: 200,
        body: { product_id, status: 'published' },
      });
      expect(service.productQuery.deliveries.at(-1)).toMatchObject([
        { product_id, model_selections: [{ model_name: slug }] },
      ]);
      expect(await configure(body['id'], selection('business_dba_name'))).toMatchObject({
        status: 400,
        body: { detail: `${slug} has no field business_dba_name` },
      });
    },
  );
});

describe('reading querying policies', () => {
  test('is for members of the network; others get the 404 of an absent policy', async () => {
    const { id, create } = network();
    const { body } = await create({ name: 'visible' });
    const path = `${PATH}/${String(body['id'])}`;
    expect(await service.call(member(id, 'querier'), 'GET', path)).toEqual({ status: 200, body });
    const hidden = await service.call(member(randomUUID(), 'governor'), 'GET', path);
    const absent = await service.call(member(id, 'querier'), 'GET', `${PATH}/${ABSENT}`);
    expect(hidden.status).toBe(404);
    expect({ ...hidden.body, request_id: '' }).toEqual({ ...absent.body, request_id: '' });
  });

  test('lists the policies of a network, oldest first, to its members only', async () => {
    const { id, create, list } = network();
    await create({ name: 'first' });
    await create({ name: 'second' });
    expect((await list()).map((policy) => policy['name'])).toEqual(['first', 'second']);
    const others = await service.call(member(randomUUID()), 'GET', `${PATH}?network_id=${id}`);
    expect(others).toMatchObject({ status: 403, body: { error_code: 'PERMISSION_DENIED' } });
    const unnamed = await service.call(member(id), 'GET', PATH);
    expect(unnamed).toMatchObject({
      status: 422,
      body: { detail: expect.stringMatching(/^query -> network_id: /) },
    });
  });
});

describe('when product-query does not apply the change', () => {
  afterAll(() => service.productQuery.failWith(undefined));

  test('the caller gets OPERATION_FAILED, and the change is stored', async () => {
    const { create, list } = network();
    service.productQuery.failWith(500);
    const answer = await create({ name: 'committed' });
    expect(answer).toMatchObject({ status: 500, body: { error_code: 'OPERATION_FAILED' } });
    expect(await list()).toMatchObject([{ name: 'committed', version: 1 }]);
  });
});
