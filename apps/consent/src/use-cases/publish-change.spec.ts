import {
  BOUNDS,
  ConsentAmended,
  DELIVERY_BYTES,
  EVENT_BYTES,
  jsonBytes,
  newId,
} from '@ndx/contracts';
import { outgoingEvent } from '@ndx/messaging';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { LONGEST_NAMES } from '../testing/catalogue-names.js';
import {
  addGrant,
  amendConsent,
  endGrant,
  grantConsent,
  revokeConsent,
} from '../domain/consent-change.js';
import { closingOf, revocationOf, publishedState } from '../domain/consent-event.js';
import type { Consent } from '../domain/consent.js';

const now = new Date('2026-01-01T00:00:00.000Z');

/** Every text has the maximum length that a request allows. */
function recorded(): Consent {
  return grantConsent(
    {
      kind: 'business',
      entityId: newId(),
      networkId: newId(),
      // Sent as JSON within JSON.
      legalName: '"'.repeat(500),
      subject: {
        id: newId(),
        // A business has registrations and an EIN.
        matchHashes: Array.from({ length: BOUNDS.business.registrations + 1 }, () =>
          'h'.repeat(64),
        ),
      },
      terms: { scope: 's'.repeat(10_000), consentedFields: '*', expiresAt: new Date('2027-01-01') },
    },
    now,
  ).consent;
}

/** Field definition counts per grant, up to the bound of a consent. */
const sizes = fc
  .array(fc.integer({ min: 1, max: LONGEST_NAMES.length }), {
    minLength: BOUNDS.consent.grants,
    maxLength: BOUNDS.consent.grants,
  })
  .map((counts) => {
    let left = BOUNDS.consent.fieldDefinitions - 1;
    const fit: number[] = [];
    for (const count of counts.slice(1)) {
      const size = Math.min(count, left);
      if (size > 0) fit.push(size);
      left -= size;
    }
    return fit;
  });

function largest(counts: readonly number[]): Consent {
  return counts.reduce((consent, count) => {
    const input = {
      furnishingEntityId: newId(),
      fieldDefinitions: LONGEST_NAMES.slice(0, count),
      effectiveTo: new Date('2027-01-01'),
    };
    return addGrant(consent, input, now).consent;
  }, recorded());
}

describe('the largest consent, for any distribution of its definitions over its grants,', () => {
  test('has a state that fits its event and a direct delivery', () => {
    fc.assert(
      fc.property(sizes, (counts) => {
        const { consent } = amendConsent(largest(counts), { scope: '*' }, now);
        const state = { ...publishedState(consent, now), consented_fields: 'f'.repeat(10_000) };
        expect(jsonBytes(state)).toBeLessThan(EVENT_BYTES.state);
        const { envelope } = outgoingEvent(ConsentAmended, state, {});
        expect(jsonBytes([envelope])).toBeLessThan(DELIVERY_BYTES);
      }),
      { numRuns: 20 },
    );
  });

  test('has small end events', () => {
    fc.assert(
      fc.property(sizes, (counts) => {
        const consent = largest(counts);
        const closing = endGrant(consent, consent.grants[0]?.id ?? '', now);
        if (!closing.closed) throw new Error('the grant was not closed');
        expect(jsonBytes(closingOf(closing, closing.closed))).toBeLessThan(1_024);
        expect(jsonBytes(revocationOf(revokeConsent(consent, now)))).toBeLessThan(1_024);
      }),
      { numRuns: 20 },
    );
  });

  test('accepts no further definition', () => {
    fc.assert(
      fc.property(sizes, (counts) => {
        const consent = largest(counts);
        const more = { furnishingEntityId: '*', fieldDefinitions: LONGEST_NAMES };
        expect(() => addGrant(consent, more, now)).toThrow('a consent hold');
      }),
      { numRuns: 20 },
    );
  });
});
