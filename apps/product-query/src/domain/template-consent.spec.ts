import type { ConsentState } from '@ndx/contracts';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bindingConsents, type RecordedConsent } from './template-consent.js';
import { aConsent, id, NETWORK, NOW, OTHER_NETWORK, templateNamed } from './test-builders.js';

const template = templateNamed('total_consumer_assets');

const recorded = (change: Partial<ConsentState> = {}, scopes?: string[]): RecordedConsent => {
  const state = aConsent({ kind: 'consumer', consumer_id: id(80), business_id: null, ...change });
  return { state, scopes: scopes ?? [state.scope] };
};

const subjects = [
  { networkId: NETWORK, subjectId: id(80), matchHashes: ['hash'] },
  { networkId: OTHER_NETWORK, subjectId: id(81), matchHashes: ['hash'] },
];

function bind(consents: readonly RecordedConsent[], networkIds = [NETWORK]) {
  return bindingConsents({ template, networkIds, subjects, recorded: consents, now: NOW });
}

/** What the rule comes to in the one network: the id of the consent, open, or closed. */
function outcome(...consents: RecordedConsent[]): string {
  try {
    return bind(consents).get(NETWORK)?.consent_id ?? 'open';
  } catch (error) {
    expect(error).toMatchObject({ code: 'PERMISSION_DENIED' });
    return 'closed';
  }
}

const active = recorded({ consent_id: id(1) });
const newer = recorded({ consent_id: id(2) });
const past = new Date(NOW).toISOString();
const revoked = recorded({ consent_id: id(3), revoked_at: past });
const expired = recorded({ consent_id: id(4), expires_at: past });
const narrowed = recorded({ consent_id: id(5), scope: 'kyc_certificate_bundle' }, [
  'kyc_certificate_bundle',
  '*',
]);

describe('without a consent id', () => {
  test.each([
    ['nothing was ever recorded', [], 'open'],
    ['one is active', [active], id(1)],
    ['several are active', [newer, active], id(2)],
    ['a newer one was revoked', [active, revoked], id(1)],
    ['one was revoked', [revoked], 'closed'],
    ['one expired', [expired], 'closed'],
    ['one no longer covers the template', [narrowed], 'closed'],
    ['one names the template', [recorded({ scope: `x ${template.slug}` })], id(70)],
    ['one never covered the template', [recorded({ scope: 'kyc_certificate_bundle' })], 'open'],
    ['one is for another network', [recorded({ network_id: OTHER_NETWORK })], 'open'],
    ['one is for every network', [recorded({ network_id: null })], id(70)],
    ['one is of a business', [ofABusiness()], 'open'],
    ['one is of another consumer', [recorded({ match_hashes: ['other'] })], 'open'],
  ] as const)('where %s', (_, consents, expected) => {
    expect(outcome(...consents)).toBe(expected);
  });

  test('a network whose consents have ended is left out, and the others are not', () => {
    const here = recorded({ revoked_at: past });
    expect([...bind([here], [NETWORK, OTHER_NETWORK])]).toEqual([[OTHER_NETWORK, undefined]]);
    const everywhere = recorded({ revoked_at: past, network_id: null });
    expect(() => bind([everywhere], [NETWORK, OTHER_NETWORK])).toThrow(
      expect.objectContaining({ code: 'PERMISSION_DENIED' }),
    );
  });

  test('the order in which consents are read makes no difference', () => {
    const all = [active, newer, revoked, expired, narrowed];
    fc.assert(
      fc.property(fc.shuffledSubarray(all), (some) => {
        expect(outcome(...some)).toBe(outcome(...[...some].reverse()));
      }),
    );
  });

  test('a consent that ends never lets more be seen', () => {
    const all = [active, newer, revoked, expired, narrowed];
    fc.assert(
      fc.property(fc.shuffledSubarray(all, { minLength: 1 }), fc.nat(), (some, n) => {
        const index = n % some.length;
        const ended = some.map(({ state, scopes }, place) =>
          place === index ? { state: { ...state, revoked_at: past }, scopes } : { state, scopes },
        );
        expect(outcome(...ended)).not.toBe('open');
      }),
    );
  });
});

function ofABusiness(): RecordedConsent {
  return { state: aConsent(), scopes: ['*'] };
}
