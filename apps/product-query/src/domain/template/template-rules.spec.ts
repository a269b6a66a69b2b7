import { partsOf } from '@ndx/catalog';
import type { ConsentState, PermissiblePurpose } from '@ndx/contracts';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  aConsent,
  aPolicy,
  aPrincipal,
  FURNISHER,
  id,
  NETWORK,
  NOW,
  OTHER_FURNISHER,
  OTHER_NETWORK,
} from '../../testing/builders.js';
import type { QueryingPolicy } from '../policy/querying-policy.js';
import { readRecords } from './read-records.js';
import { anInput, aPolicyOn, recordsOf, templateNamed } from '../../testing/template-input.js';
import { resolveTemplateRules } from './template-rules.js';

const SNAPSHOT = 'consumer_credit_health_snapshot';
const BUNDLE = 'credit_history_bundle';
const FIELD = 'debt_to_income_ratio';
const past = new Date(NOW).toISOString();

const recorded = (change: Partial<ConsentState> = {}) =>
  aConsent({ kind: 'consumer', consumer_id: id(80), business_id: null, ...change });

interface Case {
  readonly slug?: string;
  readonly consents?: readonly ConsentState[];
  readonly policies?: Parameters<typeof resolveTemplateRules>[1]['policies'];
  readonly networkIds?: readonly string[];
}

/** Policies that permit every data set for a purpose, so that only consents decide. */
const permissive = (policy: QueryingPolicy): QueryingPolicy => ({
  ...policy,
  consent: 'permissible_purpose',
});
const PERMISSIVE = [NETWORK, OTHER_NETWORK].flatMap((networkId) =>
  [SNAPSHOT, BUNDLE].map((slug) =>
    permissive(aPolicy({ networkId, productId: templateNamed(slug).id, isDefault: true })),
  ),
);

const subjects = [NETWORK, OTHER_NETWORK].map((networkId) => ({
  networkId,
  subjectId: id(80),
  matchHashes: ['hash'],
}));

function rulesByNetwork(setting: Case) {
  const { consents = [], policies = [], networkIds = [NETWORK] } = setting;
  const resolved = resolveTemplateRules(
    {
      principal: aPrincipal,
      template: templateNamed(setting.slug ?? BUNDLE),
      networkIds,
      purpose: 'account_review',
      now: NOW,
    },
    {
      policies: [...policies.map(permissive), ...PERMISSIVE],
      subjects,
      recorded: consents,
    },
  );
  return resolved.rulesByNetwork;
}

const refused = expect.objectContaining({ code: 'PERMISSION_DENIED' });

/** The names of the readable fields by network and furnisher; empty when the query is rejected. */
function seen(setting: Case): ReadonlySet<string> {
  const records = [NETWORK, OTHER_NETWORK].flatMap((networkId) =>
    [FURNISHER, OTHER_FURNISHER].flatMap((furnishingEntityId) =>
      recordsOf(setting.slug ?? BUNDLE, { networkId, furnishingEntityId }),
    ),
  );
  try {
    const input = {
      ...anInput(setting.slug ?? BUNDLE, records),
      rulesByNetwork: rulesByNetwork(setting),
    };
    return new Set(
      readRecords(input).flatMap(({ known, values }) =>
        Object.keys(values).map(
          (field) => `${known.networkId} ${known.furnishingEntityId} ${field}`,
        ),
      ),
    );
  } catch (error) {
    expect(error).toEqual(refused);
    return new Set();
  }
}

test('a closed network is left out; without any network left the query is rejected', () => {
  const networkIds = [NETWORK, OTHER_NETWORK];
  const here = recorded({ revoked_at: past });
  expect([...rulesByNetwork({ consents: [here], networkIds }).keys()]).toEqual([OTHER_NETWORK]);
  const everywhere = recorded({ revoked_at: past, network_id: null });
  expect(() => rulesByNetwork({ consents: [everywhere], networkIds })).toThrow(refused);
});

describe('a consumer without a recorded consent', () => {
  const known = (change: object, slug = SNAPSHOT) =>
    [SNAPSHOT, BUNDLE].map((one) => ({
      ...aPolicy({ isDefault: true, productId: templateNamed(one).id }),
      ...(one === slug && change),
    }));
  const open = (
    policies: readonly QueryingPolicy[],
    purpose?: PermissiblePurpose,
    slug = SNAPSHOT,
  ) => {
    const question = { principal: aPrincipal, template: templateNamed(slug), purpose, now: NOW };
    const facts = { policies, subjects, recorded: [] };
    return resolveTemplateRules({ ...question, networkIds: [NETWORK] }, facts).rulesByNetwork.get(
      NETWORK,
    );
  };

  test('is queried only for a purpose that the policy allows', () => {
    expect(() => open([])).toThrow(refused);
    expect(() => open([], 'account_review')).toThrow(refused);
    const any = known({ consent: 'permissible_purpose' });
    expect(() => open(any)).toThrow(refused);
    expect(open(any, 'employment')?.consent).toBeUndefined();
    const one = known({ consent: 'permissible_purpose', permissiblePurposes: ['account_review'] });
    expect(() => open(one, 'employment')).toThrow(refused);
    expect(open(one, 'account_review')).toBeDefined();
  });

  test('has in a bundle also the data that the policies of its data sets permit', () => {
    const ofBundle = known({ consent: 'permissible_purpose' }, BUNDLE);
    expect(open(ofBundle, 'account_review', BUNDLE)?.parts.size).toBe(0);
    const ofBoth = ofBundle.map(permissive);
    expect(open(ofBoth, 'account_review', BUNDLE)?.parts.size).toBe(1);
  });
});

test('ending a consent never makes anything else readable', () => {
  const grant = (furnishing_entity_id: string) => ({
    grant_id: id(90),
    furnishing_entity_id,
    field_definitions: ['*'],
    effective_from: '2026-01-01T00:00:00.000Z',
    effective_to: null,
  });
  const consent = fc.record({
    scope: fc.constantFrom('*', BUNDLE, SNAPSHOT, `${BUNDLE} ${SNAPSHOT}`, 'kyb_certificate'),
    consented_fields: fc.constantFrom('*', `${BUNDLE}.*,${SNAPSHOT}.${FIELD}`, `${SNAPSHOT}.*`),
    network_id: fc.constantFrom(null, NETWORK, OTHER_NETWORK),
    field_access_grants: fc.constantFrom('*', FURNISHER).map((furnisher) => [grant(furnisher)]),
    revoked_at: fc.constantFrom(null, null, past),
  });
  const consents = fc
    .array(consent, { minLength: 1, maxLength: 4 })
    .map((changes) => changes.map((change, n) => recorded({ ...change, consent_id: id(70 + n) })));
  const ending = fc.constantFrom({ revoked_at: past }, { expires_at: past });
  const slugs = fc.constantFrom(BUNDLE, SNAPSHOT);
  fc.assert(
    fc.property(consents, ending, fc.nat(), slugs, (before, end, n, slug) => {
      const after = before.map((one, place) =>
        place === n % before.length ? { ...one, ...end } : one,
      );
      const networkIds = [NETWORK, OTHER_NETWORK];
      const known = seen({ slug, networkIds, consents: before });
      const left = [...seen({ slug, networkIds, consents: after })];
      expect(left.filter((name) => !known.has(name))).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

describe('a data set that a bundle reads', () => {
  const parts = (setting: Case) => [...(rulesByNetwork(setting).get(NETWORK)?.parts.keys() ?? [])];
  const toBundle = recorded({ consent_id: id(71), scope: BUNDLE });
  const toSnapshot = recorded({ consent_id: id(72), scope: SNAPSHOT });
  const ended = { ...toSnapshot, revoked_at: past };

  test.each([
    ['nothing was recorded', [], [SNAPSHOT]],
    ['each has its consent', [toBundle, toSnapshot], [SNAPSHOT]],
    ['a consent covers both', [recorded()], [SNAPSHOT]],
    ["the data set's own has ended", [toBundle, ended], []],
    ['only the bundle has one', [toBundle], [SNAPSHOT]],
    ['the bundle has a newer one', [ended, { ...toBundle, consent_id: id(98) }], [SNAPSHOT]],
    ['a newer one covers both again', [ended, recorded({ consent_id: id(99) })], [SNAPSHOT]],
  ])('is open or closed by consent when %s', (_, consents, expected) => {
    expect(partsOf(templateNamed(BUNDLE)).map(({ slug }) => slug)).toEqual([SNAPSHOT]);
    expect(parts({ consents })).toEqual(expected);
    expect(seen({ consents }).size > 0).toBe(expected.length > 0);
  });

  test('is closed by a consent to that data set only, because the bundle is out of its scope', () => {
    expect(() => rulesByNetwork({ consents: [toSnapshot] })).toThrow(refused);
  });

  test('shows only the fields of a newer consent to the data set', () => {
    const fields = { ...toSnapshot, consented_fields: `${SNAPSHOT}.${FIELD}` };
    const names = [...seen({ consents: [toBundle, fields] })];
    expect(names.every((name) => name.endsWith(FIELD))).toBe(true);
    expect(names).toHaveLength(2);
  });

  test("follows the network's default policy for the data set, whatever policy applies to the bundle", () => {
    const policy = {
      ...aPolicyOn(SNAPSHOT, { field_name: FIELD, is_enabled: false }),
      productId: templateNamed(SNAPSHOT).id,
      isDefault: true,
    };
    const has = (setting: Case) => seen(setting).has(`${NETWORK} ${FURNISHER} ${FIELD}`);
    const bundles = aPolicy({ id: id(51), productId: templateNamed(BUNDLE).id, isDefault: true });
    expect(has({ policies: [bundles] })).toBe(true);
    expect(has({ policies: [bundles, policy] })).toBe(false);
  });
});
