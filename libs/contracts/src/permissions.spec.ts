import { describe, expect, test } from '@jest/globals';
import {
  ALL_PERMISSIONS,
  MEMBERSHIP_ROLES,
  OPERATOR_PERMISSIONS,
  PERMISSIONS,
  ROLE_PERMISSIONS,
} from './permissions.js';

describe('permissions', () => {
  test('are named by a resource and a verb, without duplicates', () => {
    for (const permission of ALL_PERMISSIONS) expect(permission).toMatch(/^[a-z]+:[a-z]+$/);
    expect(new Set(ALL_PERMISSIONS).size).toBe(ALL_PERMISSIONS.length);
  });

  test.each(Object.entries(ROLE_PERMISSIONS))(
    'of %s are known, without duplicates',
    (_, permissions) => {
      expect(ALL_PERMISSIONS).toEqual(expect.arrayContaining([...permissions]));
      expect(new Set(permissions).size).toBe(permissions.length);
    },
  );

  test('of an admin are all of them', () => {
    expect(ROLE_PERMISSIONS.admin).toEqual(PERMISSIONS);
  });

  test('for the operation of the system belong to the operator alone', () => {
    const { operator, ...others } = ROLE_PERMISSIONS;
    const held = new Set<string>(Object.values(others).flat());
    expect(operator).toEqual(expect.arrayContaining([...OPERATOR_PERMISSIONS]));
    expect(OPERATOR_PERMISSIONS.filter((permission) => held.has(permission))).toEqual([]);
  });

  test('are each held by some role besides the admin', () => {
    const { governor, furnisher, querier } = ROLE_PERMISSIONS;
    expect(new Set([...governor, ...furnisher, ...querier])).toEqual(new Set(PERMISSIONS));
  });

  test('of a token follow from the role of a member of the same name', () => {
    expect(Object.keys(ROLE_PERMISSIONS)).toEqual(expect.arrayContaining([...MEMBERSHIP_ROLES]));
  });

  test('to furnish, to query and to govern belong to one role each', () => {
    const holders = (permission: string) =>
      MEMBERSHIP_ROLES.filter((role) =>
        ROLE_PERMISSIONS[role].some((held: string) => held === permission),
      );
    expect(holders('data:furnish')).toEqual(['furnisher']);
    expect(holders('product:query')).toEqual(['querier']);
    expect(holders('network:admin')).toEqual(['governor']);
    expect(holders('audit:read')).toEqual(['governor']);
  });
});
