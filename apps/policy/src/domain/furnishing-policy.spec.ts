import { fieldsOf, PRODUCTS } from '@ndx/catalog';
import { describe, expect, test } from '@jest/globals';
import {
  amend,
  draftFurnishingPolicy,
  stageOf,
  type FurnishingPolicy,
  type FurnishingTerms,
} from './furnishing-policy.js';
import { acceptanceRules } from './policy-metadata.js';

const pair = {
  id: '0190b5a0-0000-7000-8000-000000000001',
  networkId: '0190b5a0-0000-7000-8000-000000000002',
  productId: '0190b5a0-0000-7000-8000-000000000003',
};
const before = new Date('2025-05-31T23:59:59.999Z');
const start = new Date('2025-06-01T00:00:00.000Z');
const end = new Date('2025-07-01T00:00:00.000Z');

function policyWith(terms: Partial<FurnishingTerms>, former?: FurnishingPolicy) {
  const authored = {
    entityId: '0190b5a0-0000-7000-8000-000000000004',
    name: 'acceptance',
    sourceDefaultSlug: null,
    activeOn: null,
    deprecatedOn: null,
    policyMetadata: {},
    ...terms,
  };
  return draftFurnishingPolicy(pair, authored, former, start);
}

describe('a furnishing policy', () => {
  test('is a draft until active_on, active until deprecated_on, and deprecated from then on', () => {
    const policy = policyWith({ activeOn: start, deprecatedOn: end });
    expect(stageOf(policy, before)).toBe('draft');
    expect(stageOf(policy, start)).toBe('active');
    expect(stageOf(policy, end)).toBe('deprecated');
    expect(stageOf(policyWith({}), end)).toBe('draft');
  });

  test('changes, and is another version with each change, while it is a draft', () => {
    const amended = amend(policyWith({ activeOn: start }), { name: 'stricter' }, before);
    expect(amended).toMatchObject({ name: 'stricter', version: 2, revision: 2 });
  });

  test('does not change once active, but for its end', () => {
    const policy = policyWith({ activeOn: start });
    expect(() => amend(policy, { name: 'other' }, start)).toThrow('does not change');
    expect(() => amend(policy, { name: 'other', deprecatedOn: end }, start)).toThrow(
      'does not change',
    );
    expect(amend(policy, { deprecatedOn: end }, start)).toMatchObject({ version: 1, revision: 2 });
  });

  test('does not change at all once deprecated', () => {
    const policy = policyWith({ activeOn: start, deprecatedOn: end });
    expect(() => amend(policy, { deprecatedOn: null }, end)).toThrow('is deprecated');
  });

  test('is followed by the next version of its name, unless it is a draft still', () => {
    const active = policyWith({ activeOn: start });
    expect(policyWith({}, active)).toMatchObject({ version: 2, revision: 1 });
    expect(() => policyWith({}, policyWith({}))).toThrow('draft');
  });

  test('ends after it starts', () => {
    expect(() => policyWith({ activeOn: end, deprecatedOn: start })).toThrow(
      'later than active_on',
    );
    expect(() => policyWith({ deprecatedOn: start })).toThrow('later than active_on');
  });
});

describe('policy metadata', () => {
  const [product] = PRODUCTS;
  const [model] = product?.models ?? [];
  const [field] = model ? fieldsOf(model) : [];
  if (!product || !model || !field) throw new Error('the catalogue is empty');
  const name = `${model.name}.${field.name}`;

  test('states the rules of acceptance among members of its own', () => {
    const rules = { required_fields: [name, name], attestation_required: true, max_age_days: 30 };
    expect(acceptanceRules(product, { ...rules, note: ['of our own'] })).toEqual({
      ...rules,
      required_fields: [name],
    });
  });

  test('asks nothing that it does not state', () => {
    const nothing = { required_fields: [], attestation_required: false, max_age_days: null };
    expect(acceptanceRules(product, {})).toEqual(nothing);
  });

  test.each([
    [{ required_fields: name }, 'required_fields must be'],
    [{ required_fields: [model.name] }, 'required_fields must be'],
    [{ required_fields: [`${name}.more`] }, 'required_fields must be'],
    [{ required_fields: [`${model.name}.hue`] }, 'has no field hue'],
    [{ required_fields: ['soul.hue'] }, 'has no model soul'],
    [{ attestation_required: 'yes' }, 'attestation_required must be'],
    [{ max_age_days: -1 }, 'max_age_days must be'],
    [{ max_age_days: 1.5 }, 'max_age_days must be'],
    [{ max_age_days: 1e12 }, 'max_age_days must be'],
  ])('with %j is refused', (metadata, message) => {
    expect(() => acceptanceRules(product, metadata)).toThrow(message);
  });
});
