import { MEMBERSHIP_ROLES, type MembershipRole } from '@ndx/contracts';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { endMembership, grantRoles, requireGovernorLeft, type Membership } from './membership.js';

const INSTITUTIONS = ['founder', 'bank', 'broker'] as const;
const START = Date.parse('2025-03-10T08:00:00.000Z');

/** Grants roles to an institution; no roles: ends its membership. */
interface Change {
  readonly entityId: string;
  readonly roles: readonly MembershipRole[];
}

const change: fc.Arbitrary<Change> = fc.record({
  entityId: fc.constantFrom(...INSTITUTIONS),
  roles: fc.array(fc.constantFrom(...MEMBERSHIP_ROLES), { maxLength: 5 }),
});

const place = (entityId: string) => ({ networkId: 'network', entityId });

/** A network's memberships after each change, one per second; rejected changes have no effect. */
function history(changes: readonly Change[]) {
  const founded = grantRoles(place('founder'), undefined, ['governor'], new Date(START));
  const states = [new Map<string, Membership>([['founder', founded]])];
  for (const [index, { entityId, roles }] of changes.entries()) {
    const members = states[index] ?? new Map<string, Membership>();
    const current = members.get(entityId);
    const now = new Date(START + 1000 * (index + 1));
    const others = [...members.values()].filter((member) => member.entityId !== entityId);
    const changed = attempt(() => {
      const next =
        roles.length === 0
          ? endMembership(current)
          : grantRoles(place(entityId), current, roles, now);
      requireGovernorLeft(next, others);
      return next;
    });
    states.push(changed ? new Map([...members, [entityId, changed]]) : members);
  }
  return states;
}

/** Undefined when it is rejected. */
function attempt(rule: () => Membership): Membership | undefined {
  try {
    return rule();
  } catch (error) {
    if (error instanceof Error && /not found|without a governor/.test(error.message)) {
      return undefined;
    }
    throw error;
  }
}

describe('after any sequence of membership changes', () => {
  test('a network has a governor', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
        for (const members of history(changes)) {
          const governors = [...members.values()].filter(({ roles }) => roles.includes('governor'));
          expect(governors).not.toHaveLength(0);
        }
      }),
    );
  });

  test('roles are unique and ordered, and each change of them increments the revision', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
        const states = history(changes);
        for (const [index, members] of states.entries()) {
          for (const [entityId, { roles, revision, joinedAt }] of members) {
            expect(roles).toEqual(MEMBERSHIP_ROLES.filter((role) => roles.includes(role)));
            const earlier = states[index - 1];
            const before = earlier?.get(entityId);
            if (before === undefined || earlier === undefined) continue;
            const isChanged = earlier !== members && changes[index - 1]?.entityId === entityId;
            expect(revision).toBe(before.revision + (isChanged ? 1 : 0));
            // The day on which the institution joined or rejoined.
            const stays = before.roles.length > 0 || roles.length === 0;
            expect(joinedAt.getTime() === before.joinedAt.getTime()).toBe(stays);
          }
        }
      }),
    );
  });

  test('granting the same roles again, in any order, changes nothing', () => {
    const roles = fc.array(fc.constantFrom(...MEMBERSHIP_ROLES), { minLength: 1 });
    fc.assert(
      fc.property(roles, (granted) => {
        const now = new Date(START);
        const one = grantRoles(place('bank'), undefined, granted, now);
        const other = grantRoles(place('bank'), undefined, [...granted, ...granted].reverse(), now);
        expect(other).toEqual(one);
      }),
    );
  });
});
