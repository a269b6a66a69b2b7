import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from '@jest/globals';
import { stableId } from '@ndx/contracts';
import { member, memberOfEach, STRANGER } from '@ndx/service/testing';
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

describe('copying a querying policy', () => {
  const rules = {
    model_selections: [
      {
        model_name: product.model,
        attestation_required: true,
        field_selections: [{ field_name: 'business_entity_type', is_required: true }],
      },
    ],
    consent: 'required',
    permissible_purposes: ['account_review'],
  };

  /** A published policy, and the same governor of another network. */
  async function aSource() {
    const { id, createConfigured } = network();
    const published = { status: 'published', is_default: true, enforced: true };
    const { body: source } = await createConfigured('source', { ...published, ...rules });
    const other = randomUUID();
    const copy = (terms: object = {}) =>
      service.call(memberOfEach('governor', id, other), 'POST', PATH, {
        ...{ network_id: other, product_id: product.id, name: 'copy', copy_of: source['id'] },
        ...terms,
      });
    return { source, other, copy };
  }

  test('to another network makes a draft with its rules that applies to nothing', async () => {
    const { source, other, copy } = await aSource();
    const { status, body } = await copy();
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        ...{ network_id: other, name: 'copy', version: 1, status: 'draft' },
        ...{ is_default: false, enforced: false, consent: 'required' },
        permissible_purposes: ['account_review'],
        model_selections: source['model_selections'],
      },
    });
    expect(service.productQuery.deliveries.at(-1)).toMatchObject([
      { policy_id: body['id'], status: 'draft', model_selections: source['model_selections'] },
    ]);
  });

  test('to another product takes the models and fields that both have', async () => {
    const { copy, other } = await aSource();
    const field = 'network_adverse_action_eligible_indicator';
    const to = (slug: string, terms: object = {}) =>
      copy({ product_id: stableId('template', slug), name: slug, ...terms });
    const unlike = await to('consumer_credit_health_snapshot');
    expect(unlike).toMatchObject({ status: 400, body: { reason: 'invalid_policy' } });
    const product_id = stableId('template', 'consumer_credit_health_snapshot');
    const snapshot = await copy({ product_id, copy_of: undefined });
    const selection = {
      model_name: 'consumer_credit_health_snapshot',
      field_selections: [{ field_name: field }, { field_name: 'debt_to_income_ratio' }],
    };
    const configured = await service.call(
      member(other, 'governor'),
      'PUT',
      `${PATH}/${String(snapshot.body['id'])}/configuration`,
      { model_selections: [selection] },
    );
    expect(configured).toMatchObject({ status: 200 });
    expect(await to('total_consumer_liabilities', { copy_of: snapshot.body['id'] })).toMatchObject({
      status: 200,
      body: {
        consent: 'required',
        model_selections: [
          { model_name: 'total_consumer_liabilities', field_selections: [{ field_name: field }] },
        ],
      },
    });
  });

  test('that the caller cannot read is not found, and nothing is stored', async () => {
    const { source, other } = await aSource();
    const body = { network_id: other, product_id: product.id, name: 'copy', copy_of: source['id'] };
    expect(await service.call(member(other, 'governor'), 'POST', PATH, body)).toMatchObject({
      status: 404,
      body: { reason: 'policy_not_found' },
    });
    expect(await associations(other)).toEqual([]);
  });

  test('with a source that is not in the network is refused, and nothing is stored', async () => {
    const { source, other, copy } = await aSource();
    const [selection] = source['model_selections'] as readonly object[];
    const selections = [{ ...selection, selected_provenance_option_ids: [STRANGER] }];
    await service.sql('update querying_policy set model_selections = $2 where id = $1', [
      source['id'],
      JSON.stringify(selections),
    ]);
    expect(await copy()).toMatchObject({ status: 400, body: { reason: 'unknown_institution' } });
    expect(await associations(other)).toEqual([]);
  });
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
