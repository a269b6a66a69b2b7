import { describe, expect, test } from '@jest/globals';
import { endMembership, grantRoles, requireGovernorLeft } from './membership.js';

const place = { networkId: 'network', entityId: 'institution' };
const then = new Date('2025-03-10T08:00:00.000Z');
const now = new Date('2025-04-10T08:00:00.000Z');

describe('a membership', () => {
  test('keeps the day on which the institution joined when its roles change', () => {
    const joined = grantRoles(place, undefined, ['querier'], then);
    const changed = grantRoles(place, joined, ['querier', 'furnisher'], now);
    expect(changed).toEqual({
      ...place,
      roles: ['furnisher', 'querier'],
      joinedAt: then,
      revision: 2,
    });
  });

  test('that is granted again has a new start, and its revision increases', () => {
    const ended = endMembership(grantRoles(place, undefined, ['querier'], then));
    expect(grantRoles(place, ended, ['querier'], now)).toMatchObject({
      joinedAt: now,
      revision: 3,
    });
  });

  test('ends, and ends again with another revision, but not before it began', () => {
    const ended = endMembership(grantRoles(place, undefined, ['querier'], then));
    expect(ended).toMatchObject({ roles: [], revision: 2 });
    expect(endMembership(ended)).toEqual({ ...ended, revision: 3 });
    const requested = { ...ended, revision: 1 };
    expect(() => endMembership(requested)).toThrow('not found');
    expect(() => endMembership(undefined)).toThrow('not found');
  });

  test('cannot end when it is the only governor', () => {
    const [governor, other] = [['governor'], ['querier']] as const;
    const last = grantRoles(place, undefined, governor, then);
    const others = [grantRoles({ ...place, entityId: 'other' }, undefined, other, then)];
    expect(() => requireGovernorLeft(endMembership(last), others)).toThrow('without a governor');
    expect(() => requireGovernorLeft(last, others)).not.toThrow();
  });
});
