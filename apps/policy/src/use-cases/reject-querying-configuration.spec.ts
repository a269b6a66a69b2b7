import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { BOUNDS } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { governedNetwork } from '../testing/governed-network.js';
import { largeSelections } from '../testing/large-selections.js';
import { aProduct, startPolicyService, type PolicyService } from '../testing/policy-service.js';

const PATH = '/v1/networks/policies/querying';
const product = aProduct();

let service: PolicyService;
beforeAll(async () => {
  service = await startPolicyService();
});
afterAll(() => service.stop());

const network = () => governedNetwork(service, PATH);

describe('a rejected configuration of a querying policy', () => {
  const { model, field } = product;
  const source = 'a190b5a0-0000-7000-8000-00000000000f';

  test('with more selections than its event can hold is a 400', async () => {
    const { createConfigured } = network();
    expect(await createConfigured('huge', { model_selections: largeSelections(7) })).toMatchObject({
      status: 400,
      body: {
        error_code: 'VALIDATION_ERROR',
        detail: expect.stringContaining(
          `model_selections must be at most ${BOUNDS.queryingPolicy.selectionBytes} bytes`,
        ),
      },
    });
  });

  test('rejects the name of another policy of the pair', async () => {
    const { create, createConfigured } = network();
    await create({ name: 'taken' });
    const answer = await createConfigured('other', { name: 'taken' });
    expect(answer).toMatchObject({ status: 409, body: { error_code: 'RESOURCE_CONFLICT' } });
  });

  test('with an unknown model or field is a 400 that names it, and changes nothing', async () => {
    const { create, configure, list } = network();
    const { body } = await create({ name: 'as it was' });
    const unknownModel = await configure(body['id'], {
      model_selections: [{ model_name: 'aura' }],
    });
    expect(unknownModel).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('aura') },
    });
    const unknownField = await configure(body['id'], {
      model_selections: [{ model_name: model, field_selections: [{ field_name: 'hue' }] }],
    });
    expect(unknownField).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('hue') },
    });
    expect(await list()).toEqual([body]);
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
    [{ model_selections: {} }, 'body -> model_selections: must be an array'],
    [
      { model_selections: [{ model_name: model, is_required: 'no' }] },
      'body -> model_selections -> 0 -> is_required: must be a boolean value',
    ],
    [
      { model_selections: [{ model_name: model, is_required: null }] },
      'body -> model_selections -> 0 -> is_required: must be a boolean value',
    ],
    [
      {
        model_selections: [
          { model_name: model, field_selections: [{ field_name: field, is_on: true }] },
        ],
      },
      'body -> model_selections -> 0 -> field_selections -> 0 -> is_on: is not a known field',
    ],
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
