import { describe, expect, test } from '@jest/globals';
import { DomainError } from '@ndx/contracts';
import fc from 'fast-check';
import {
  amend,
  draftFurnishingPolicy,
  stageOf,
  type FurnishingPolicy,
  type FurnishingTerms,
} from './furnishing-policy.js';

const pair = {
  id: '0190b5a0-0000-7000-8000-000000000001',
  networkId: '0190b5a0-0000-7000-8000-000000000002',
  productId: '0190b5a0-0000-7000-8000-000000000003',
};
const before = new Date('2025-05-31T23:59:59.999Z');
const start = new Date('2025-06-01T00:00:00.000Z');
const end = new Date('2025-07-01T00:00:00.000Z');

function policyWith(terms: Partial<FurnishingTerms>, former?: FurnishingPolicy) {
  const authored = {
    entityId: '0190b5a0-0000-7000-8000-000000000004',
    name: 'acceptance',
    sourceDefaultSlug: null,
    activeOn: null,
    deprecatedOn: null,
    policyMetadata: {},
    ...terms,
  };
  return draftFurnishingPolicy(pair, authored, former, start);
}

describe('a furnishing policy', () => {
  test('is a draft until active_on, active until deprecated_on, and deprecated after that', () => {
    const policy = policyWith({ activeOn: start, deprecatedOn: end });
    expect(stageOf(policy, before)).toBe('draft');
    expect(stageOf(policy, start)).toBe('active');
    expect(stageOf(policy, end)).toBe('deprecated');
    expect(stageOf(policyWith({}), end)).toBe('draft');
  });

  test('can change while it is a draft, and each change is a new version', () => {
    const amended = amend(policyWith({ activeOn: start }), { name: 'stricter' }, before);
    expect(amended).toMatchObject({ name: 'stricter', version: 2, revision: 2 });
  });

  test('can change only its end once it is active', () => {
    const policy = policyWith({ activeOn: start });
    expect(() => amend(policy, { name: 'other' }, start)).toThrow('cannot be changed');
    expect(() => amend(policy, { name: 'other', deprecatedOn: end }, start)).toThrow(
      'cannot be changed',
    );
    expect(amend(policy, { deprecatedOn: end }, start)).toMatchObject({ version: 1, revision: 2 });
  });

  test('cannot change once it is deprecated', () => {
    const policy = policyWith({ activeOn: start, deprecatedOn: end });
    expect(() => amend(policy, { deprecatedOn: null }, end)).toThrow('is deprecated');
  });

  test('is followed by the next version of its name, unless it is still a draft', () => {
    const active = policyWith({ activeOn: start });
    expect(policyWith({}, active)).toMatchObject({ version: 2, revision: 1 });
    expect(() => policyWith({}, policyWith({}))).toThrow('draft');
  });

  test('must end after it starts', () => {
    expect(() => policyWith({ activeOn: end, deprecatedOn: start })).toThrow(
      'later than active_on',
    );
    expect(() => policyWith({ deprecatedOn: start })).toThrow('later than active_on');
  });
});

describe('after any sequence of changes', () => {
  const STAGES = ['draft', 'active', 'deprecated'];
  const moment = fc.date({
    min: before,
    max: new Date('2025-08-01T00:00:00Z'),
    noInvalidDate: true,
  });
  const window = fc.record({ activeOn: fc.option(moment), deprecatedOn: fc.option(moment) });
  const change = fc.record(
    {
      name: fc.constantFrom('one', 'another'),
      activeOn: fc.option(moment),
      deprecatedOn: fc.option(moment),
      policyMetadata: fc.constantFrom({}, { max_age_days: 30 }, { attestation_required: true }),
    },
    { requiredKeys: [] },
  );

  /** The result, or undefined when the change is rejected. */
  const attempt = <T>(make: () => T): T | undefined => {
    try {
      return make();
    } catch (error) {
      if (error instanceof DomainError) return undefined;
      throw error;
    }
  };

  test('a policy goes through its stages in one direction', () => {
    fc.assert(
      fc.property(window, fc.array(moment), (terms, moments) => {
        const policy = attempt(() => policyWith(terms));
        if (!policy) return;
        const stages = [...moments]
          .sort((a, b) => a.getTime() - b.getTime())
          .map((now) => STAGES.indexOf(stageOf(policy, now)));
        expect(stages).toEqual([...stages].sort());
      }),
    );
  });

  test('the content of an active version never changes', () => {
    fc.assert(
      fc.property(window, fc.array(fc.tuple(moment, change)), (terms, changes) => {
        let policy = attempt(() => policyWith(terms));
        const governed = new Map<number, unknown>();
        for (const [now, change] of changes.sort(([a], [b]) => a.getTime() - b.getTime())) {
          const former = policy;
          if (!former) return;
          policy = attempt(() => amend(former, change, now)) ?? former;
          if (policy !== former) expect(policy.revision).toBe(former.revision + 1);
          if (stageOf(policy, now) !== 'active') continue;
          const { version, activeOn, policyMetadata } = policy;
          const known = governed.get(version) ?? { activeOn, policyMetadata };
          expect({ activeOn, policyMetadata }).toEqual(known);
          governed.set(version, known);
        }
      }),
    );
  });
});
