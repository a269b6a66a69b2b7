import { describe, expect, test } from '@jest/globals';
import { DomainError } from './domain-error.js';
import { newId } from './ids.js';
import {
  hasRole,
  isMember,
  networksWithRole,
  requireMember,
  requireRole,
  type Principal,
} from './principal.js';

const [HOME, AWAY, EMPTY, FOREIGN] = [newId(), newId(), newId(), newId()];

const principal: Principal = {
  account_id: newId(),
  entity_id: newId(),
  permissions: ['product:query'],
  memberships: [
    { network_id: HOME, roles: ['governor', 'querier'], country: 'US' },
    { network_id: AWAY, roles: ['querier'], country: 'US' },
    { network_id: EMPTY, roles: [], country: 'US' },
  ],
};

const refused = (check: () => void) => {
  try {
    check();
  } catch (error) {
    if (error instanceof DomainError) return { code: error.code, detail: error.message };
    throw error;
  }
  return undefined;
};

describe('a principal', () => {
  test('lists its networks with a role in the order in which it joined them', () => {
    expect(networksWithRole(principal, 'querier')).toEqual([HOME, AWAY]);
    expect(networksWithRole(principal, 'governor')).toEqual([HOME]);
    expect(networksWithRole(principal, 'furnisher')).toEqual([]);
  });

  test('has a role only in the network that granted it', () => {
    expect(hasRole(principal, HOME, 'governor')).toBe(true);
    expect(hasRole(principal, AWAY, 'governor')).toBe(false);
    expect(hasRole(principal, FOREIGN, 'querier')).toBe(false);
  });

  test('is a member also without a role', () => {
    expect(isMember(principal, EMPTY)).toBe(true);
    expect(isMember(principal, FOREIGN)).toBe(false);
  });

  test('is admitted to its networks', () => {
    expect(refused(() => requireMember(principal, EMPTY))).toBeUndefined();
    expect(refused(() => requireRole(principal, HOME, 'querier'))).toBeUndefined();
  });

  test('is denied a foreign network, which the error names', () => {
    const detail = `not a member of network ${FOREIGN}`;
    expect(refused(() => requireMember(principal, FOREIGN))).toEqual({
      code: 'PERMISSION_DENIED',
      detail,
    });
  });

  test.each([AWAY, EMPTY, FOREIGN])('is denied a role that it does not have there', (network) => {
    expect(refused(() => requireRole(principal, network, 'governor'))).toEqual({
      code: 'PERMISSION_DENIED',
      detail: `the institution is not a governor in network ${network}`,
    });
  });
});
