import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  BUSINESSES,
  matchHashesOfBusiness,
  type Business,
  type BusinessClaim,
  type Registration,
} from './business.js';
import { CONSUMERS, type Consumer, type ConsumerClaim } from './consumer.js';
import { everySaid, inOrder } from './statements.js';
import type { ProtectedIdentifier } from './protected-identifier.js';
import { resolveSubjects } from './resolve-subjects.js';
import type { Subject, SubjectKind } from './subject.js';

const NOW = new Date('2025-03-10T08:00:00.000Z');
const NETWORKS = ['a', 'b', 'c'] as const;

const digits = fc.constantFrom('1', '2', '3', '4');
const word = fc.constantFrom('x', 'y', null);

const identifier = (value: string): ProtectedIdentifier => ({
  sealed: value,
  index: value,
  lastFour: value,
});

const institution = fc.constantFrom('bank', 'lender');

const consumerClaim: fc.Arbitrary<ConsumerClaim> = fc
  .record({
    ssn: fc.constantFrom('1', '2').map(identifier),
    entityId: institution,
    said: fc.record({
      firstName: fc.constant('Ada'),
      lastName: fc.constantFrom('One', 'Two', 'Three'),
      dateOfBirth: fc.constantFrom('1990-01-15', '1980-01-15', '1970-01-15'),
      email: word,
      phone: word,
    }),
  })
  .map(({ ssn, entityId, said }) => ({
    ssn,
    keys: [`${ssn.index} ${said.dateOfBirth}`],
    subjectId: null,
    statement: { entityId, said },
  }));

const registration: fc.Arbitrary<Registration> = fc
  .record({ jurisdiction: fc.constantFrom('US-DE', 'US-NY'), key: digits })
  .map(({ jurisdiction, key }) => ({
    jurisdiction,
    key,
    identifier: key,
    matchHash: `${jurisdiction} ${key}`,
  }));

const businessClaim: fc.Arbitrary<BusinessClaim> = fc
  .record({
    registrations: fc.array(registration, { maxLength: 1 }),
    ein: fc.option(digits.map(identifier)),
    subjectId: fc.constant(null),
    statement: fc.record({
      entityId: institution,
      said: fc.record({
        legalName: word,
        dateOfIncorporation: fc.constant(null),
        dbaName: word,
        email: word,
        phone: word,
        websiteUrl: word,
        entityType: word,
        einIndex: fc.constant(null),
        einLastFour: fc.constant(null),
      }),
    }),
  })
  .map(withEinKeys)
  .filter(({ registrations, einKeys }) => registrations.length + einKeys.length > 0);

function withEinKeys(claim: Omit<BusinessClaim, 'einKeys' | 'nameKeys'>): BusinessClaim {
  const { ein, statement } = claim;
  const { legalName } = statement.said;
  const ofEin = { einIndex: ein?.index ?? null, einLastFour: ein?.lastFour ?? null };
  return {
    ...claim,
    statement: { ...statement, said: { ...statement.said, ...ofEin } },
    nameKeys: [],
    einKeys: ein && legalName ? [`${ein.index} ${legalName}`] : [],
  };
}

/**
 * Claims that always give the EIN with its legal name, never one registration with two EINs, nor one
 * number in two jurisdictions; and the same claims in another order, in other batches.
 */
const consistentClaims = fc
  .record({
    claims: fc.array(businessClaim, { maxLength: 12 }),
    einOf: fc.func(digits),
    seeds: fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
    size: fc.integer({ min: 1, max: 12 }),
  })
  .map(({ claims, einOf, seeds, size }) => {
    const first = claims.map((claim): BusinessClaim => {
      const registrations = claim.registrations.map((one) => ({
        ...one,
        jurisdiction: 'US-DE',
        matchHash: `US-DE ${one.key}`,
      }));
      const [place] = registrations;
      const ein = place ? identifier(einOf(place.matchHash)) : (claim.ein ?? identifier('1'));
      const said = { ...claim.statement.said, legalName: `Name of ${ein.index}` };
      return withEinKeys({ ...claim, registrations, ein, statement: { ...claim.statement, said } });
    });
    const seedOf = (claim: BusinessClaim) => seeds[first.indexOf(claim)] ?? 0;
    const second = first.toSorted((one, other) => seedOf(one) - seedOf(other));
    return { first, second, size };
  });

const batch = <Claim>(claim: fc.Arbitrary<Claim>) =>
  fc.record({
    networkIds: fc
      .shuffledSubarray([...NETWORKS], { minLength: 1 })
      .map(([first = 'a', ...rest]): readonly [string, ...string[]] => [first, ...rest]),
    claims: fc.array(claim, { maxLength: 6 }),
  });

/** The stored subjects after a sequence of batches, and the result of each batch. */
function settle<S extends Subject, Claim>(
  kind: SubjectKind<S, Claim>,
  batches: readonly {
    readonly networkIds: readonly [string, ...string[]];
    readonly claims: readonly Claim[];
  }[],
) {
  const stored = new Map<string, S>();
  const steps = batches.map(({ networkIds, claims }) => {
    const known = [...stored.values()].filter(({ networkId }) => networkIds.includes(networkId));
    const resolution = resolveSubjects(kind, claims, known, networkIds, NOW);
    const before = new Map(stored);
    for (const subject of resolution.created) stored.set(subject.id, subject);
    for (const { after } of resolution.enriched) stored.set(after.id, after);
    return { claims, networkIds, before, resolution };
  });
  return { stored: [...stored.values()], steps };
}

/** Invariants of both kinds of subject. */
function expectOrder<S extends Subject, Claim>(
  kind: SubjectKind<S, Claim>,
  { stored, steps }: ReturnType<typeof settle<S, Claim>>,
): void {
  const held = stored.flatMap((subject) =>
    kind.keysOf(subject).map((key) => `${subject.networkId} ${key}`),
  );
  expect(new Set(held).size).toBe(held.length);
  for (const { claims, networkIds, before, resolution } of steps) {
    expect(resolution.subjects).toHaveLength(claims.length);
    for (const [index, subject] of resolution.subjects.entries()) {
      const claim = claims[index];
      expect(networkIds).toContain(subject.networkId);
      expect(claim && kind.keysOf(claim).some((key) => kind.keysOf(subject).includes(key))).toBe(
        true,
      );
    }
    expect(resolution.created.every(({ revision }) => revision === 1)).toBe(true);
    expect(resolution.created.every(({ networkId }) => networkId === networkIds[0])).toBe(true);
    for (const change of resolution.enriched) {
      expect(change.before).toBe(before.get(change.after.id));
      expect(change.after.revision).toBe(change.before.revision + 1);
      expect(kind.keysOf(change.after)).toEqual(
        expect.arrayContaining([...kind.keysOf(change.before)]),
      );
    }
  }
}

describe('for any batches and networks', () => {
  test('every claim is about one business that shares a key with it, and no key has two businesses', () => {
    fc.assert(
      fc.property(fc.array(batch(businessClaim), { maxLength: 6 }), (batches) => {
        expectOrder<Business, BusinessClaim>(BUSINESSES, settle(BUSINESSES, batches));
      }),
    );
  });

  test('every claim is about a consumer with its SSN and its date of birth', () => {
    fc.assert(
      fc.property(fc.array(batch(consumerClaim), { maxLength: 6 }), (batches) => {
        const settled = settle(CONSUMERS, batches);
        expectOrder<Consumer, ConsumerClaim>(CONSUMERS, settled);
        for (const { claims, resolution } of settled.steps) {
          for (const [index, { ssn }] of resolution.subjects.entries()) {
            expect(ssn.index).toBe(claims[index]?.ssn.index);
          }
        }
      }),
    );
  });

  test('consumers with one SSN have unique ordinals, and all but the first are conflicts', () => {
    fc.assert(
      fc.property(fc.array(batch(consumerClaim), { maxLength: 6 }), (batches) => {
        const { stored, steps } = settle(CONSUMERS, batches);
        const places = stored.map((one) => `${one.networkId} ${one.ssn.index} ${one.ssnOrdinal}`);
        expect(new Set(places).size).toBe(places.length);
        const opened = steps.flatMap(({ resolution }) => resolution.conflicts);
        const further = stored.filter(({ ssnOrdinal }) => ssnOrdinal > 0);
        expect(opened.map(({ subject }) => subject.id).toSorted()).toEqual(
          further.map(({ id }) => id).toSorted(),
        );
      }),
    );
  });

  test("no institution changes another's statement about a consumer", () => {
    fc.assert(
      fc.property(fc.array(batch(consumerClaim), { maxLength: 6 }), (batches) => {
        for (const { claims, resolution } of settle(CONSUMERS, batches).steps) {
          const claimants = new Set(claims.map(({ statement }) => statement.entityId));
          for (const { before, after } of resolution.enriched) {
            const others = inOrder(before.statements).filter((one) => !claimants.has(one.entityId));
            expect(inOrder(after.statements)).toEqual(expect.arrayContaining(others));
          }
        }
      }),
    );
  });

  test('identifiers of a business are never removed', () => {
    fc.assert(
      fc.property(fc.array(batch(businessClaim), { maxLength: 6 }), (batches) => {
        for (const { resolution } of settle(BUSINESSES, batches).steps) {
          for (const { before, after } of resolution.enriched) {
            const { registrations, ein, createdAt, identifier: label } = before;
            expect(after).toMatchObject({ createdAt, identifier: label, ...(ein && { ein }) });
            expect(after.registrations.slice(0, registrations.length)).toEqual(registrations);
            const members = ['legalName', 'dbaName', 'email', 'phone', 'entityType'] as const;
            for (const { entityId } of inOrder(before.statements)) {
              const [said, now] = [before, after].map(({ statements }) =>
                inOrder(statements).find((one) => one.entityId === entityId),
              );
              expect(
                members.some((name) => said?.said[name] !== null && now?.said[name] === null),
              ).toBe(false);
            }
          }
        }
      }),
    );
  });

  test('an EIN that a business does not get, and that nobody stated of it before, is a conflict', () => {
    fc.assert(
      fc.property(fc.array(batch(businessClaim), { maxLength: 6 }), (batches) => {
        for (const { claims, before, resolution } of settle(BUSINESSES, batches).steps) {
          const { conflicts, disputes, subjects } = resolution;
          const disputed = [...conflicts, ...disputes].map(({ subject }) => subject.id);
          for (const [index, { id, ein }] of subjects.entries()) {
            const stated = claims[index]?.ein?.index;
            const known = before.get(id);
            const said = known ? everySaid(known.statements, ({ einIndex }) => einIndex) : [];
            if (stated === undefined || stated === ein?.index || said.includes(stated)) continue;
            expect(disputed).toContain(id);
          }
        }
      }),
    );
  });

  test('claims with an EIN are about the same businesses in any order', () => {
    fc.assert(
      fc.property(consistentClaims, ({ first, second, size }) => {
        const inBatches = Array.from({ length: Math.ceil(second.length / size) }, (_, index) =>
          second.slice(index * size, (index + 1) * size),
        );
        const businessesOf = (batches: readonly (readonly BusinessClaim[])[]) => {
          const networkIds = ['a'] as const;
          const { stored } = settle(
            BUSINESSES,
            batches.map((claims) => ({ networkIds, claims })),
          );
          return stored
            .map((business) => matchHashesOfBusiness(business).toSorted().join())
            .toSorted();
        };
        const oneByOne = first.map((claim) => [claim]);
        expect(businessesOf(inBatches)).toEqual(businessesOf(oneByOne));
        // There is one business per EIN, with all claimed values.
        const eins = new Set(first.map(({ ein }) => ein?.index));
        const said = new Set(first.flatMap((claim) => BUSINESSES.keysOf(claim)));
        const businesses = businessesOf(oneByOne);
        expect(businesses).toHaveLength(eins.size);
        expect(businesses.flatMap((hashes) => hashes.split(',')).toSorted()).toEqual(
          [...said].toSorted(),
        );
      }),
    );
  });

  test('two claims are one business only through registrations, or the EIN with a legal name', () => {
    fc.assert(
      fc.property(fc.array(businessClaim, { maxLength: 8 }), (claims) => {
        const { steps } = settle(
          BUSINESSES,
          claims.map((claim) => ({ networkIds: ['a'] as const, claims: [claim] })),
        );
        const idOf = steps.map(({ resolution }) => resolution.subjects[0]?.id);
        // Groups of claims that share a key, directly or through other claims.
        const groups = claims.map((_, place) => place);
        for (const [place, claim] of claims.entries()) {
          for (const [other, earlier] of claims.slice(0, place).entries()) {
            const keys = BUSINESSES.keysOf(earlier);
            if (!BUSINESSES.keysOf(claim).some((key) => keys.includes(key))) continue;
            const [from, to] = [groups[place], groups[other]];
            for (const each of groups.keys()) if (groups[each] === from) groups[each] = to ?? each;
          }
        }
        for (const [place, id] of idOf.entries()) {
          for (const [other] of claims.entries()) {
            if (groups[place] !== groups[other]) expect(id).not.toBe(idOf[other]);
          }
        }
      }),
    );
  });

  test('a business never has one number in two jurisdictions', () => {
    fc.assert(
      fc.property(fc.array(batch(businessClaim), { maxLength: 6 }), (batches) => {
        for (const { registrations } of settle(BUSINESSES, batches).stored) {
          const numbers = registrations.map(({ key }) => key);
          expect(new Set(numbers).size).toBe(numbers.length);
        }
      }),
    );
  });

  test('businesses with one EIN have unique ordinals, and all but the first are conflicts', () => {
    fc.assert(
      fc.property(fc.array(batch(businessClaim), { maxLength: 6 }), (batches) => {
        const { stored, steps } = settle(BUSINESSES, batches);
        const withEin = stored.filter(({ ein }) => ein !== null);
        const places = withEin.map(
          (one) => `${one.networkId} ${one.ein?.index ?? ''} ${one.einOrdinal}`,
        );
        expect(new Set(places).size).toBe(places.length);
        const opened = steps.flatMap(({ resolution }) => resolution.conflicts);
        const further = withEin.filter(({ einOrdinal }) => einOrdinal > 0);
        expect(opened.map(({ subject }) => subject.id)).toEqual(
          expect.arrayContaining(further.map(({ id }) => id)),
        );
      }),
    );
  });

  test('a repeated claim changes nothing', () => {
    fc.assert(
      fc.property(businessClaim, (claim) => {
        const networkIds = ['a'] as const;
        const { stored } = settle(BUSINESSES, [{ networkIds, claims: [claim] }]);
        const again = resolveSubjects(BUSINESSES, [claim], stored, networkIds, NOW);
        expect([again.created, again.enriched]).toEqual([[], []]);
        expect(again.subjects).toEqual(stored);
      }),
    );
  });
});
