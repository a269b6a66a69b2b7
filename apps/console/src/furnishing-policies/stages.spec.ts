import { expect, test } from '@jest/globals';
import type { FurnishingPolicy } from '@ndx/client';
import { withStages } from './stages.js';

const NOW = Date.parse('2026-06-01T00:00:00Z');
const BEFORE = '2026-05-01T00:00:00.000Z';
const JUST_BEFORE = '2026-05-31T00:00:00.000Z';
const AFTER = '2026-07-01T00:00:00.000Z';

function aPolicy(id: string, terms: Partial<FurnishingPolicy>): FurnishingPolicy {
  return {
    id,
    name: 'Recent verifications',
    version: 1,
    schema_version: '1',
    entity_id: 'governor',
    network_id: 'network',
    network_product_id: 'pair',
    product_id: 'product',
    source_default_slug: null,
    active_on: null,
    deprecated_on: null,
    policy_metadata: {},
    created_at: BEFORE,
    updated_at: BEFORE,
    draft: null,
    ending_draft: null,
    ...terms,
  };
}

/** The stages in the order of the policies. */
const stagesOf = (...terms: Partial<FurnishingPolicy>[]) =>
  withStages(
    terms.map((some, index) => aPolicy(String(index), some)),
    NOW,
  ).map(({ stage }) => stage);

test('a policy is a draft without a start, and scheduled before its start', () => {
  expect(stagesOf({}, { active_on: AFTER })).toEqual(['draft', 'scheduled']);
});

test('a policy is in effect from its start until its end', () => {
  expect(stagesOf({ active_on: '2026-06-01T00:00:00.000Z' })).toEqual(['in_effect']);
  expect(stagesOf({ active_on: BEFORE, deprecated_on: AFTER })).toEqual(['in_effect']);
  const ended = { active_on: BEFORE, deprecated_on: '2026-06-01T00:00:00.000Z' };
  expect(stagesOf(ended)).toEqual(['ended']);
});

test('the policy of a product that started last replaces the others', () => {
  const later = { active_on: JUST_BEFORE };
  expect(stagesOf(later, { active_on: BEFORE })).toEqual(['in_effect', 'replaced']);
  expect(stagesOf({ active_on: BEFORE }, { ...later, product_id: 'other' })).toEqual([
    'in_effect',
    'in_effect',
  ]);
  expect(
    stagesOf({ active_on: BEFORE }, { active_on: JUST_BEFORE, deprecated_on: JUST_BEFORE }),
  ).toEqual(['in_effect', 'ended']);
});

test('of policies with the same start the highest version applies, then the lowest id', () => {
  const start = { active_on: BEFORE };
  expect(stagesOf(start, { ...start, version: 2 }, { ...start, version: 2 })).toEqual([
    'replaced',
    'in_effect',
    'replaced',
  ]);
});
