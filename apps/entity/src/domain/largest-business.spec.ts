import { BOUNDS, EVENT_BYTES, jsonBytes, newId } from '@ndx/contracts';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { BUSINESSES, stateOfBusiness, type Business, type BusinessClaim } from './business.js';

const now = new Date('2026-01-01T00:00:00.000Z');
const others = { known: [], isFree: () => true };
const { registrations: most } = BOUNDS.business;

/** Every text has the maximum length that a request allows. */
function claimOf(registrationCount: number): BusinessClaim {
  return {
    registrations: Array.from({ length: registrationCount }, () => ({
      ...{ jurisdiction: 'US-DE', identifier: 'i'.repeat(200), key: 'k'.repeat(200) },
      matchHash: newId().padEnd(64, 'h'),
    })),
    ein: { sealed: 's', index: 'i', lastFour: '1234' },
    nameKeys: [],
    einKeys: [newId().padEnd(64, 'e')],
    subjectId: null,
    statement: {
      entityId: newId(),
      said: {
        ...{ legalName: '"'.repeat(300), dateOfIncorporation: null, dbaName: '"'.repeat(300) },
        ...{ email: null, phone: null, websiteUrl: '"'.repeat(2_000), entityType: null },
        ...{ einIndex: 'i', einLastFour: '1234' },
      },
    },
  };
}

/** Claims of several institutions, until the business has as many registrations as it may. */
const counts = fc
  .array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 200 })
  .map((each) => {
    let left = most - 1;
    return each.map((count) => {
      const added = Math.min(count, left);
      left -= added;
      return added;
    });
  });

function largest(added: readonly number[]): Business {
  const created = BUSINESSES.create(claimOf(1), newId(), now, others);
  const enriched = added.reduce(
    (business, count) => BUSINESSES.enrich(business, claimOf(count), others, now),
    created,
  );
  const rest = most - enriched.registrations.length;
  return BUSINESSES.enrich(enriched, claimOf(rest), others, now);
}

test('the largest business fits its event and accepts no further registration', () => {
  fc.assert(
    fc.property(counts, (added) => {
      const business = largest(added);
      expect(business.registrations).toHaveLength(most);
      expect(jsonBytes(stateOfBusiness(business))).toBeLessThan(EVENT_BYTES.state);
      expect(BUSINESSES.refusalOf?.(business, claimOf(1), others)).toMatchObject({
        code: 'RESOURCE_CONFLICT',
      });
      expect(BUSINESSES.refusalOf?.(business, claimOf(0), others)).toBeUndefined();
    }),
    { numRuns: 20 },
  );
});
