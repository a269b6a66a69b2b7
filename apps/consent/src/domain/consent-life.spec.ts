import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { anyLife, atHour } from '../testing/consent-life.js';
import { revokeConsent } from './consent-change.js';
import { stateOf, statusOf, type Consent } from './consent.js';
import { closeGrant } from './field-access-grant.js';

/** Every half hour, to sample each window at its ends and between them. */
const INSTANTS = Array.from({ length: 103 }, (_, half) => half / 2 - 11);

/** Indexes of the grants in force; the start is inclusive, the end exclusive. */
function inForce({ grants }: Consent, hour: number): number[] {
  const instant = atHour(hour);
  return [...grants.keys()].filter((place) => {
    const { effectiveFrom, effectiveTo = null } = grants[place] ?? { effectiveFrom: instant };
    return effectiveFrom <= instant && (effectiveTo === null || instant < effectiveTo);
  });
}

describe('a consent after any sequence of requests', () => {
  test('has the requested open windows in force at each instant', () => {
    fc.assert(
      fc.property(anyLife, ({ steps, consent }) => {
        const windows: { from: number; to: number }[] = [{ from: 0, to: Infinity }];
        for (const { hour, request } of steps) {
          if (request.kind === 'open') {
            windows.push({ from: request.from ?? hour, to: request.to ?? Infinity });
          }
          const window = request.kind === 'close' ? windows[request.grant] : undefined;
          if (window) window.to = Math.min(window.to, hour);
        }
        for (const instant of INSTANTS) {
          const expected = [...windows.keys()].filter((place) => {
            const { from, to } = windows[place] ?? { from: 0, to: 0 };
            return from <= instant && instant < to;
          });
          expect([instant, inForce(consent, instant)]).toEqual([instant, expected]);
        }
      }),
    );
  });

  test('never changes which grants were in force in the past', () => {
    fc.assert(
      fc.property(anyLife, ({ steps }) => {
        for (const { hour, before, change } of steps) {
          const known = before.grants.length;
          for (const instant of INSTANTS.filter((past) => past < hour)) {
            const after = inForce(change.consent, instant).filter((place) => place < known);
            expect(after).toEqual(inForce(before, instant));
          }
        }
      }),
    );
  });

  test('returns a closed grant unchanged when it is closed again', () => {
    fc.assert(
      fc.property(anyLife, fc.nat(50), fc.nat(50), ({ consent }, first, later) => {
        for (const grant of consent.grants) {
          const closed = closeGrant(grant, atHour(first));
          expect(closeGrant(closed, atHour(first + later))).toBe(closed);
        }
      }),
    );
  });

  test('only increments its revision, and keeps its id, subject and institution', () => {
    fc.assert(
      fc.property(anyLife, ({ recorded, steps }) => {
        const { id, kind, entityId, networkId, subjectId, matchHashes, createdAt } = recorded;
        for (const { before, change } of steps) {
          expect(change.consent).toMatchObject({
            ...{ id, kind, entityId, networkId, subjectId, matchHashes, createdAt },
            revision: before.revision + 1,
          });
          const ids = change.consent.grants.map((grant) => grant.id);
          expect(ids.slice(0, before.grants.length)).toEqual(
            before.grants.map((grant) => grant.id),
          );
        }
      }),
    );
  });

  test('stays revoked once it is revoked', () => {
    fc.assert(
      fc.property(anyLife, ({ steps, consent }) => {
        const revocations = steps.filter(({ request }) => request.kind === 'revoke');
        expect(consent.revokedAt).toEqual(revocations[0] ? atHour(revocations[0].hour) : null);
        for (const { before, request } of steps) {
          if (before.revokedAt !== null) expect(request.kind).toBe('revoke');
        }
        const revoked = revokeConsent(consent, atHour(60)).consent;
        for (const instant of INSTANTS) expect(statusOf(revoked, atHour(instant))).toBe('revoked');
      }),
    );
  });

  test('has a history of exactly its changes', () => {
    fc.assert(
      fc.property(anyLife, ({ steps }) => {
        for (const { before, change } of steps) {
          const { field_access_grants: grants, ...others } = change.differences;
          const [earlier, later] = [stateOf(before), stateOf(change.consent)];
          const members = Object.entries(others).map(([name, { to }]) => [name, to]);
          const changed = Object.fromEntries(members) as Partial<typeof earlier>;
          const kept = earlier.field_access_grants.filter(
            (grant) => !asGrants(grants?.from).some(({ grant_id: id }) => id === grant.grant_id),
          );
          const grantsAfter = [...kept, ...asGrants(grants?.to)];
          expect({ ...earlier, ...changed, field_access_grants: inOrder(grantsAfter) }).toEqual({
            ...later,
            revision: earlier.revision,
            field_access_grants: inOrder(later.field_access_grants),
          });
          for (const { from, to } of Object.values(others)) expect(from).not.toEqual(to);
        }
      }),
    );
  });
});

type Grants = ReturnType<typeof stateOf>['field_access_grants'];

function asGrants(value: unknown): Grants {
  return (value ?? []) as Grants;
}

function inOrder(grants: Grants) {
  return [...grants].sort((one, other) => (one.grant_id < other.grant_id ? -1 : 1));
}
