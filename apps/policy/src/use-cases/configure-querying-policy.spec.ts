import { randomUUID } from 'node:crypto';
import { member, STRANGER } from '@ndx/service/testing';
import { describe, expect, test } from '@jest/globals';
import { governedNetwork } from '../testing/governed-network.js';
import { largeSelections } from '../testing/large-selections.js';
import { aProduct, usePolicyService } from '../testing/policy-service.js';

const service = usePolicyService();

const PATH = '/v1/networks/policies/querying';
const product = aProduct();

const network = () => governedNetwork(service, PATH);

describe('configuring a querying policy', () => {
  const { model, field } = product;
  const source = 'a190b5a0-0000-7000-8000-00000000000f';

  test('rejects a source of a model or a field that the network does not have, and names it', async () => {
    const { createConfigured } = network();
    const sources = { selected_provenance_option_ids: [source, STRANGER] };
    const ofField = { model_name: model, field_selections: [{ field_name: field, ...sources }] };
    for (const [name, selection] of [
      ['model', { model_name: model, ...sources }],
      ['field', ofField],
    ] as const) {
      expect(await createConfigured(name, { model_selections: [selection] })).toMatchObject({
        status: 400,
        body: { error_code: 'VALIDATION_ERROR', detail: expect.stringContaining(STRANGER) },
      });
    }
  });

  test('publishes the next version with all defaults filled in', async () => {
    const { createConfigured } = network();
    const { status, body } = await createConfigured('strict', {
      status: 'published',
      enforced: true,
      model_selections: [
        {
          model_name: model,
          is_required: true,
          max_age_days: 90,
          selected_provenance_option_ids: [source.toUpperCase()],
          field_selections: [{ field_name: field, accepted_values: [true] }],
        },
      ],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'published',
      version: 2,
      is_default: false,
      enforced: true,
    });
    expect(body['model_selections']).toEqual([
      {
        model_name: model,
        is_enabled: true,
        is_required: true,
        max_age_days: 90,
        attestation_required: false,
        name_match: 'report',
        disputed_data: 'mark',
        selected_provenance_option_ids: [source],
        field_selections: [
          {
            field_name: field,
            is_enabled: true,
            is_required: false,
            accepted_values: [true],
            selected_provenance_option_ids: [],
          },
        ],
      },
    ]);
    expect(service.productQuery.deliveries.at(-1)).toMatchObject([
      {
        policy_id: body['id'],
        revision: 2,
        version: 2,
        model_selections: body['model_selections'],
      },
    ]);
  });

  test.each(['draft', 'archived'])(
    'leaves a %s policy as it is unless it names a status',
    async (status) => {
      const { createConfigured, configure } = network();
      const { body } = await createConfigured('unpublished', { status });
      const changed = await configure(body['id'], { name: 'renamed', model_selections: [] });
      expect(changed.body).toMatchObject({ status, name: 'renamed' });
      const asDefault = await configure(body['id'], { is_default: true });
      expect(asDefault).toMatchObject({ status: 400, body: { error_code: 'VALIDATION_ERROR' } });
    },
  );

  test('keeps every version as saved', async () => {
    const { createConfigured, configure } = network();
    const { body } = await createConfigured('versions', {
      status: 'published',
      model_selections: [{ model_name: model }],
    });
    await configure(body['id'], { status: 'archived' });
    const versions = await service.sql(
      'select version, status from querying_policy_version where policy_id = $1 order by version',
      [body['id']],
    );
    expect(versions).toEqual([
      { version: 1, status: 'draft' },
      { version: 2, status: 'published' },
      { version: 3, status: 'archived' },
    ]);
    const rewrite = service.sql('update querying_policy_version set enforced = $1', [true]);
    await expect(rewrite).rejects.toThrow('never changes');
  });

  test('accepts one of twenty concurrent saves that expect the same version', async () => {
    const { create, configure } = network();
    const { body } = await create({ name: 'contended' });
    const saves = Array.from({ length: 20 }, () => configure(body['id'], { expected_version: 1 }));
    const statuses = (await Promise.all(saves)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array<number>(19).fill(409)]);
  });

  test('as the default replaces the previous default, in one change of two policies', async () => {
    const { createConfigured } = network();
    const former = await createConfigured('former', { status: 'published', is_default: true });
    const next = await createConfigured('next', { status: 'published', is_default: true });
    expect(service.productQuery.deliveries.at(-1)).toMatchObject([
      { policy_id: former.body['id'], is_default: false, version: 2, revision: 3 },
      { policy_id: next.body['id'], is_default: true, version: 2, revision: 2 },
    ]);
  });

  test('leaves one default after concurrent requests', async () => {
    const { create, configure, list } = network();
    const created = await Promise.all(
      Array.from({ length: 10 }, (_, n) => create({ name: `rival ${n}` })),
    );
    const saves = created.map(({ body }) =>
      configure(body['id'], { status: 'published', is_default: true }),
    );
    const answers = await Promise.all(saves);
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect((await list()).filter((policy) => policy['is_default'])).toHaveLength(1);
  });

  test('as archived ends its role as the default, and cannot request it', async () => {
    const { createConfigured, configure } = network();
    const { body } = await createConfigured('old', { status: 'published', is_default: true });
    const refused = await configure(body['id'], { status: 'archived', is_default: true });
    expect(refused).toMatchObject({ status: 400, body: { error_code: 'VALIDATION_ERROR' } });
    const archived = await configure(body['id'], { status: 'archived' });
    expect(archived.body).toMatchObject({ status: 'archived', is_default: false });
  });

  test('that ends the policy is published without selections, however large they are', async () => {
    const { createConfigured, configure } = network();
    const published = {
      status: 'published',
      is_default: true,
      model_selections: largeSelections(6),
    };
    const { status, body } = await createConfigured('large', published);
    expect(status).toBe(200);
    expect(await configure(body['id'], { status: 'archived' })).toMatchObject({ status: 200 });
    const [event] = service.productQuery.deliveries.at(-1) ?? [];
    expect(event).toMatchObject({ policy_id: body['id'], revision: 3, status: 'archived' });
    expect(event).not.toHaveProperty('model_selections');
    const again = await configure(body['id'], { status: 'published' });
    expect(again.body['model_selections']).toHaveLength(1);
    expect(service.productQuery.deliveries.at(-1)).toMatchObject([
      { revision: 4, model_selections: [{ model_name: model }] },
    ]);
  });
});

describe('a rejected configuration of a querying policy', () => {
  const { model, field } = product;
  const source = 'a190b5a0-0000-7000-8000-00000000000f';

  test('rejects the name of another policy of the pair', async () => {
    const { create, createConfigured } = network();
    await create({ name: 'taken' });
    const answer = await createConfigured('other', { name: 'taken' });
    expect(answer).toMatchObject({ status: 409, body: { error_code: 'RESOURCE_CONFLICT' } });
  });

  test('is rejected for members other than governors; others get a 404', async () => {
    const { id, create } = network();
    const { body } = await create({ name: 'guarded' });
    const path = `${PATH}/${String(body['id'])}/configuration`;
    expect(await service.call(member(id, 'querier'), 'PUT', path, {})).toMatchObject({
      status: 403,
    });
    expect(await service.call(member(randomUUID(), 'governor'), 'PUT', path, {})).toMatchObject({
      status: 404,
      body: { error_code: 'RESOURCE_NOT_FOUND' },
    });
  });

  test.each([
    [
      {
        model_selections: [
          { model_name: model, field_selections: [{ field_name: field, accepted_values: [{}] }] },
        ],
      },
      'body -> model_selections -> 0 -> field_selections -> 0 -> accepted_values: must be an array of strings, numbers and booleans',
    ],
    [
      {
        model_selections: [{ model_name: model, selected_provenance_option_ids: [source, source] }],
      },
      "body -> model_selections -> 0 -> selected_provenance_option_ids: All selected_provenance_option_ids's elements must be unique",
    ],
    [
      { status: 'public' },
      'body -> status: must be one of the following values: draft, published, archived',
    ],
    [{ expected_version: 0 }, 'body -> expected_version: must not be less than 1'],
  ])('with %j is a 422 that names the path', async (configuration, detail) => {
    const { create, configure } = network();
    const { body } = await create({ name: 'as it was' });
    expect(await configure(body['id'], configuration)).toEqual({ status: 422, body: { detail } });
  });
});
