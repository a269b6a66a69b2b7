import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { stableId } from '@ndx/contracts';
import { member, memberOfEach } from '@ndx/service/testing';
import { governedNetwork } from '../testing/governed-network.js';
import { aProduct, usePolicyService } from '../testing/policy-service.js';

const PATH = '/v1/networks/policies/furnishing';
const product = aProduct();
const name = `${product.model}.${product.field}`;

const service = usePolicyService();

const network = () => governedNetwork(service, PATH);

const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

describe('creating a furnishing policy', () => {
  test('returns the record of the contract, delivered to furnishing', async () => {
    const { id, governor, create } = network();
    const terms = {
      source_default_slug: 'strict',
      active_on: daysFromNow(1),
      deprecated_on: daysFromNow(2),
      policy_metadata: { required_fields: [name], max_age_days: 30 },
    };
    const { status, body } = await create(terms);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.any(String),
      name: 'standard',
      version: 1,
      schema_version: '1.0',
      entity_id: governor.entity_id,
      network_id: id,
      network_product_id: expect.any(String),
      product_id: product.id,
      ...terms,
      created_at: expect.any(String),
      updated_at: body['created_at'],
      draft: null,
      ending_draft: null,
    });
    expect(service.furnishing.deliveries.at(-1)).toEqual([
      {
        policy_id: body['id'],
        network_id: id,
        product_id: product.id,
        revision: 1,
        version: 1,
        active_on: terms.active_on,
        deprecated_on: terms.deprecated_on,
        required_fields: [name],
        attestation_required: false,
        max_age_days: 30,
      },
    ]);
  });

  test('creates one of twenty concurrent drafts of the same name', async () => {
    const { create, list } = network();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create()));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array<number>(19).fill(409)]);
    expect(await list()).toHaveLength(1);
  });

  test('with the name of an active policy creates its next version', async () => {
    const { create, list } = network();
    await create({ active_on: daysFromNow(-1) });
    const { body } = await create();
    expect(body).toMatchObject({ version: 2, active_on: null });
    expect((await list()).map((policy) => policy['version'])).toEqual([1, 2]);
  });

  test('as a copy takes the rules of a policy, as far as its product has their fields', async () => {
    const { id, create } = network();
    const rules = { required_fields: [name], attestation_required: true, max_age_days: 30 };
    const { body: source } = await create({ policy_metadata: rules });
    const other = randomUUID();
    const copy = (caller = memberOfEach('governor', id, other), terms: object = {}) =>
      service.call(caller, 'POST', PATH, {
        ...{ network_id: other, product_id: product.id, name: 'copy', copy_of: source['id'] },
        ...terms,
      });
    expect(await copy()).toMatchObject({
      status: 200,
      body: { network_id: other, version: 1, active_on: null, policy_metadata: rules },
    });
    const changed = { name: 'changed', policy_metadata: { max_age_days: 60 } };
    expect(await copy(undefined, changed)).toMatchObject({
      status: 200,
      body: { policy_metadata: { ...rules, max_age_days: 60 } },
    });
    const unlike = { product_id: stableId('template', 'total_consumer_liabilities') };
    expect(await copy(undefined, unlike)).toMatchObject({
      status: 400,
      body: { reason: 'invalid_policy', detail: expect.stringContaining('none of the fields') },
    });
    expect(await copy(member(other, 'governor'), { name: 'unread' })).toMatchObject({
      status: 404,
      body: { reason: 'policy_not_found' },
    });
  });

  test.each([
    [{ policy_metadata: { required_fields: ['aura.hue'] } }, 400, /aura/],
    [{ policy_metadata: { max_age_days: '30' } }, 400, /max_age_days/],
    [{ deprecated_on: daysFromNow(1) }, 400, /deprecated_on/],
    [
      { policy_metadata: { required_fields: ['\u0000'] } },
      422,
      /^body -> policy_metadata -> required_fields: must not hold/,
    ],
  ])('with %j is rejected, and nothing is stored', async (terms, status, detail) => {
    const { create, list } = network();
    const answer = await create(terms);
    expect(answer).toMatchObject({ status, body: { detail: expect.stringMatching(detail) } });
    expect(await list()).toEqual([]);
  });

  test('can be for a template, and then names the data furnished under it', async () => {
    const { create } = network();
    const product_id = stableId('template', 'document_verification');
    const rules = {
      required_fields: ['document_verification.identity_document_upload'],
      attestation_required: true,
      max_age_days: 90,
    };
    const answer = await create({ product_id, policy_metadata: rules });
    expect(answer).toMatchObject({ status: 200, body: { product_id, policy_metadata: rules } });
    expect(service.furnishing.deliveries.at(-1)).toMatchObject([{ product_id, ...rules }]);
  });

  test.each([
    [
      'that asks the age of what tells no time',
      'annual_personal_income',
      { max_age_days: 90 },
      'policy_metadata.max_age_days does not apply to annual_personal_income',
    ],
    ['of a bundle', 'kyc_certificate_bundle', {}, 'kyc_certificate_bundle is read-only'],
    [
      'that requires what is not furnished',
      'business_identity_verification',
      { required_fields: ['business_identity_verification.business_legal_name'] },
      'business_identity_verification has no field business_legal_name',
    ],
  ])('%s is rejected, and nothing is stored', async (_, slug, policy_metadata, detail) => {
    const { create, list } = network();
    const answer = await create({ product_id: stableId('template', slug), policy_metadata });
    expect(answer).toMatchObject({
      status: 400,
      body: { error_code: 'VALIDATION_ERROR', detail: expect.stringContaining(detail) },
    });
    expect(await list()).toEqual([]);
  });

  test('is rejected for members other than governors', async () => {
    const { id } = network();
    const body = { network_id: id, product_id: product.id, name: 'mine' };
    const answer = await service.call(member(id, 'furnisher'), 'POST', PATH, body);
    expect(answer).toMatchObject({ status: 403, body: { error_code: 'PERMISSION_DENIED' } });
  });
});

describe('reading a furnishing policy', () => {
  test('in another network, or of another network, returns the same 404 as an absent one', async () => {
    const { id, create } = network();
    const { body } = await create();
    const elsewhere = randomUUID();
    const path = `${PATH}/${String(body['id'])}?network_id=`;
    const answers = [
      await service.call(member(id), 'GET', `${PATH}/${randomUUID()}?network_id=${id}`),
      await service.call(member(id), 'GET', `${path}${elsewhere}`),
      await service.call(member(elsewhere), 'GET', `${path}${id}`),
    ];
    expect(answers).toMatchObject(
      Array(3).fill({
        status: 404,
        body: { error_code: 'RESOURCE_NOT_FOUND', detail: 'policy with that id not found' },
      }),
    );
  });
});

describe('configuring a furnishing policy', () => {
  test('changes the given members, removes null members, and creates the next version', async () => {
    const { create, configure } = network();
    const { body } = await create({ source_default_slug: 'strict', active_on: daysFromNow(1) });
    const changes = {
      name: 'renamed',
      active_on: null,
      policy_metadata: { attestation_required: true },
    };
    expect((await configure(body['id'], changes)).body).toMatchObject({
      ...changes,
      source_default_slug: 'strict',
      version: 2,
    });
    expect(service.furnishing.deliveries.at(-1)).toMatchObject([
      { policy_id: body['id'], revision: 2, active_on: null, attestation_required: true },
    ]);
  });

  test('of an active policy is a conflict, unless it changes only its end', async () => {
    const { create, configure } = network();
    const { body } = await create({ active_on: daysFromNow(-1) });
    const refused = await configure(body['id'], { policy_metadata: {} });
    expect(refused).toMatchObject({ status: 409, body: { error_code: 'RESOURCE_CONFLICT' } });
    const end = daysFromNow(-0.5);
    expect(await configure(body['id'], { deprecated_on: end })).toMatchObject({
      status: 200,
      body: { deprecated_on: end, version: 1 },
    });
    expect(await configure(body['id'], { deprecated_on: null })).toMatchObject({ status: 409 });
  });

  test('accepts one of twenty concurrent saves that expect the same version', async () => {
    const { create, configure } = network();
    const { body } = await create();
    const saves = Array.from({ length: 20 }, () => configure(body['id'], { expected_version: 1 }));
    const statuses = (await Promise.all(saves)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array<number>(19).fill(409)]);
  });

  test('rejects the name of another policy of the pair', async () => {
    const { create, configure } = network();
    await create({ name: 'taken' });
    const { body } = await create({ name: 'other' });
    expect(await configure(body['id'], { name: 'taken' })).toMatchObject({ status: 409 });
  });

  test('with an unknown id is a 404, and a 403 for members other than governors', async () => {
    const { id, create, configure } = network();
    expect(await configure(randomUUID(), {})).toMatchObject({
      status: 404,
      body: { detail: 'policy with that id not found' },
    });
    const { body } = await create();
    const path = `${PATH}/${String(body['id'])}/configuration`;
    expect(await service.call(member(id, 'furnisher'), 'PUT', path, {})).toMatchObject({
      status: 403,
    });
    expect(await service.call(member(randomUUID(), 'governor'), 'PUT', path, {})).toMatchObject({
      status: 404,
    });
  });
});
