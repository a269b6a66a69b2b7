import type { ConsentState } from '@ndx/contracts';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bindingConsent } from './binding-consent.js';
import { aConsent, id, NETWORK, NOW, OTHER_NETWORK } from '../../testing/builders.js';

const SLUG = 'total_consumer_assets';
const ELSEWHERE = 'kyc_certificate_bundle';

const recorded = (change: Partial<ConsentState> = {}) =>
  aConsent({ kind: 'consumer', consumer_id: id(80), business_id: null, ...change });

const subjects = [
  { networkId: NETWORK, subjectId: id(80), matchHashes: ['hash'] },
  { networkId: OTHER_NETWORK, subjectId: id(81), matchHashes: ['hash'] },
];

/** The id of the effective consent, or the result without one. */
function outcome(...consents: ConsentState[]): string {
  const question = { subjectType: 'consumer', subjects, recorded: consents, now: NOW } as const;
  const binding = bindingConsent(question, NETWORK, [SLUG]);
  return typeof binding === 'string' ? binding : binding.consent_id;
}

const past = new Date(NOW).toISOString();
const active = recorded({ consent_id: id(1) });
const newer = recorded({ consent_id: id(2) });
const revoked = recorded({ consent_id: id(3), revoked_at: past });
const expired = recorded({ consent_id: id(4), expires_at: past });
const elsewhere = recorded({ consent_id: id(5), scope: ELSEWHERE });

describe('without a consent id', () => {
  test.each([
    ['nothing was recorded', [], 'none'],
    ['one is active', [active], id(1)],
    ['several are active', [newer, active], id(2)],
    ['the newest was revoked', [active, revoked], 'closed'],
    ['the newest expired', [active, expired], 'closed'],
    ['an older one was revoked', [revoked, recorded({ consent_id: id(9) })], id(9)],
    ['a newer one is to something else', [active, elsewhere], id(1)],
    ['all are to something else', [elsewhere], 'closed'],
    ['one names the template', [recorded({ scope: `x ${SLUG}` })], id(70)],
    ['one is for another network', [recorded({ network_id: OTHER_NETWORK })], 'none'],
    ['one is for every network', [recorded({ network_id: null })], id(70)],
    ['one is of a business', [aConsent()], 'none'],
    ['one is of another consumer', [recorded({ match_hashes: ['other'] })], 'none'],
  ] as const)('when %s', (_, consents, expected) => {
    expect(outcome(...consents)).toBe(expected);
  });

  test('the newest consent to either of two data sets applies', () => {
    const question = { subjectType: 'consumer', subjects, now: NOW } as const;
    const binding = (consents: readonly ConsentState[]) =>
      bindingConsent({ ...question, recorded: consents }, NETWORK, [SLUG, ELSEWHERE]);
    expect(binding([active, elsewhere])).toBe(elsewhere);
    expect(binding([active, { ...elsewhere, revoked_at: past }])).toBe('closed');
  });

  test('the order in which consents are read does not matter', () => {
    const all = [active, newer, revoked, expired, elsewhere];
    fc.assert(
      fc.property(fc.shuffledSubarray(all), (some) => {
        expect(outcome(...some)).toBe(outcome(...[...some].reverse()));
      }),
    );
  });
});
