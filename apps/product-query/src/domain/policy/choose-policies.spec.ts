import { describe, expect, test } from '@jest/globals';
import { choosePolicies } from './choose-policies.js';
import type { QueryingPolicy } from './querying-policy.js';
import {
  aPolicy,
  aPrincipal,
  id,
  NETWORK,
  OTHER_NETWORK,
  PRODUCT,
} from '../../testing/builders.js';

function choose(known: readonly QueryingPolicy[], policyId?: string, networkIds = [NETWORK]) {
  return choosePolicies({ principal: aPrincipal, policyId, networkIds, productId: PRODUCT }, known);
}

const named = aPolicy();
const standing = aPolicy({ id: id(51), isDefault: true });

describe('the policy of a network', () => {
  test('is the named one for every requested network', () => {
    const chosen = choose([named, standing], named.id ?? '', [NETWORK, OTHER_NETWORK]);
    expect([...chosen.values()]).toEqual([named, named]);
  });

  test('sets the consent requirement in its own network only', () => {
    const lax = aPolicy({ consent: 'permissible_purpose' });
    const chosen = choose([lax], lax.id ?? '', [NETWORK, OTHER_NETWORK]);
    expect([...chosen.values()]).toEqual([lax, { ...lax, consent: null }]);
    const strict = aPolicy({ id: id(52), isDefault: true, networkId: OTHER_NETWORK });
    const known = [
      lax,
      { ...strict, consent: 'required', permissiblePurposes: ['employment'] },
    ] as const;
    expect(choose(known, lax.id ?? '', [OTHER_NETWORK]).get(OTHER_NETWORK)).toMatchObject({
      id: lax.id,
      consent: 'required',
      permissiblePurposes: ['employment'],
    });
  });

  test("is the network's own default when none is named, or the built-in one", () => {
    const chosen = choose([standing], undefined, [NETWORK, OTHER_NETWORK]);
    expect(chosen.get(NETWORK)).toBe(standing);
    expect(chosen.get(OTHER_NETWORK)).toMatchObject({ id: null, modelSelections: [] });
  });

  test('cannot be an unknown one, or one of a network to which the caller does not belong', () => {
    expect(() => choose([], id(99))).toThrow('querying policy not found');
    expect(() => choose([aPolicy({ networkId: OTHER_NETWORK })], named.id ?? '')).toThrow(
      'querying policy not found',
    );
  });

  test.each([{ status: 'draft' }, { status: 'archived' }, { productId: id(98) }] as const)(
    'cannot be a named one that is %j',
    (change) => {
      expect(() => choose([aPolicy(change)], named.id ?? '')).toThrow(
        expect.objectContaining({ code: 'VALIDATION_ERROR' }),
      );
    },
  );

  test('cannot be another one than an enforced default', () => {
    const enforced = { ...standing, enforced: true };
    expect(() => choose([named, enforced], named.id ?? '')).toThrow(
      expect.objectContaining({ code: 'PERMISSION_DENIED' }),
    );
    expect(choose([enforced], enforced.id ?? '').get(NETWORK)).toBe(enforced);
  });
});
