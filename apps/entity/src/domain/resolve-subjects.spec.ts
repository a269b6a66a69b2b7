import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  BUSINESSES,
  type Business,
  type BusinessClaim,
  type BusinessDescription,
  type Registration,
} from './business.js';
import { resolveSubjects } from './resolve-subjects.js';
import { descriptionFor } from './statements.js';

const NOW = new Date('2025-03-10T08:00:00.000Z');

type Given = Partial<BusinessDescription> & {
  /** The claiming institution. */
  readonly by?: string;
  readonly registration?: string | undefined;
  readonly ein?: string | undefined;
};

const inDelaware = (key: string): Registration => ({
  jurisdiction: 'US-DE',
  identifier: key,
  key,
  matchHash: `registration ${key}`,
});

/** A claim that names a business by its registration, its EIN, or both. */
function claim(given: Given): BusinessClaim {
  const { registration, ein, by = 'bank', ...described } = given;
  const said = {
    legalName: 'Acme',
    dateOfIncorporation: null,
    dbaName: null,
    email: null,
    phone: null,
    websiteUrl: null,
    entityType: null,
    einIndex: null,
    einLastFour: null,
    ...described,
  };
  return {
    statement: { entityId: by, said },
    subjectId: null,
    registrations: registration ? [inDelaware(registration)] : [],
    ein: ein ? { sealed: ein, index: ein, lastFour: ein.slice(-4) } : null,
    nameKeys: [],
    einKeys: ein && said.legalName ? [`${ein} ${said.legalName}`] : [],
  };
}

function resolve(
  claims: readonly BusinessClaim[],
  known: readonly Business[] = [],
  networkIds: readonly [string, ...string[]] = ['a'],
) {
  return resolveSubjects(BUSINESSES, claims, known, networkIds, NOW);
}

function business(networkId: string, given: Given): Business {
  return BUSINESSES.create(claim(given), networkId, NOW, { known: [], isFree: () => true });
}

describe('a claim about a business', () => {
  test('without a match creates an identity in the first network', () => {
    const { subjects, created, enriched } = resolve([claim({ registration: '1' })], [], ['a', 'b']);
    expect(created).toEqual(subjects);
    expect(enriched).toEqual([]);
    expect(subjects[0]).toMatchObject({ networkId: 'a', revision: 1 });
    expect(subjects[0]?.identifier).toMatch(/^business-[0-9a-f]{8}$/);
  });

  test('matches in the first of the networks that has a match', () => {
    const [b, c] = [business('b', { ein: '1' }), business('c', { registration: '1' })];
    const claims = [claim({ registration: '1', ein: '1' })];
    expect(resolve(claims, [c, b], ['a', 'b', 'c']).subjects[0]?.id).toBe(b.id);
  });

  test('matches by registration rather than by EIN', () => {
    const [one, other] = [business('a', { registration: '1' }), business('a', { ein: '1' })];
    const { subjects } = resolve([claim({ registration: '1', ein: '1' })], [one, other]);
    expect(subjects[0]).toMatchObject({ id: one.id, ein: null });
  });

  test('without new values changes nothing', () => {
    const known = business('a', { registration: '1', ein: '1', dbaName: 'Acme' });
    const { subjects, created, enriched } = resolve([claim({ registration: '1' })], [known]);
    expect([subjects, created, enriched]).toEqual([[known], [], []]);
  });

  test('adds new identifiers', () => {
    const known = business('a', { registration: '1' });
    const { enriched } = resolve([claim({ registration: '1', ein: '1' })], [known]);
    expect(enriched[0]?.after).toMatchObject({ ein: { index: '1' }, revision: 2 });
  });

  test('never replaces an EIN, nor values that another institution stated', () => {
    const known = business('a', { registration: '1', ein: '1', email: 'desk@acme.example' });
    const contrary = claim({ registration: '1', ein: '2', legalName: 'Other', by: 'other' });
    const [after] = resolve([contrary], [known]).subjects;
    expect(after).toMatchObject({ ein: known.ein, statements: { first: known.statements.first } });
    expect(after && descriptionFor(after.statements, 'other')).toMatchObject({
      legalName: 'Other',
      email: 'desk@acme.example',
    });
    expect(after && descriptionFor(after.statements, 'third')).toMatchObject({ legalName: 'Acme' });
  });

  test('that matches by EIN and legal name adds its registration to the known ones', () => {
    const known = business('a', { registration: '1', ein: '1' });
    const { subjects, enriched } = resolve([claim({ registration: '2', ein: '1' })], [known]);
    expect(subjects[0]).toMatchObject({ id: known.id, revision: 2 });
    expect(subjects[0]?.registrations.map(({ key }) => key)).toEqual(['1', '2']);
    expect(enriched).toHaveLength(1);
  });

  test('matches by any registration of a business', () => {
    const known = business('a', { registration: '1', ein: '1' });
    const [both] = resolve([claim({ registration: '2', ein: '1' })], [known]).subjects;
    const later = [claim({ registration: '2' }), claim({ registration: '1' })];
    expect(resolve(later, both ? [both] : []).subjects).toEqual([both, both]);
  });

  test('never takes over the registration of another business', () => {
    const [one, other] = [business('a', { registration: '1' }), business('a', { ein: '1' })];
    const { enriched } = resolve([claim({ registration: '1', ein: '1' })], [one, other]);
    expect(enriched).toEqual([]);
  });

  test('replaces the given values that its own institution stated', () => {
    const known = business('a', { registration: '1', dbaName: 'Old', email: 'old@acme.example' });
    const { subjects } = resolve([claim({ registration: '1', dbaName: 'New' })], [known]);
    expect(subjects[0]?.statements.first.said).toMatchObject({
      dbaName: 'New',
      email: 'old@acme.example',
    });
  });

  test('never matches by the EIN alone: the two businesses are a conflict', () => {
    const known = business('a', { registration: '1', ein: '1', legalName: 'Honest Bakery' });
    const shell = claim({ registration: '2', ein: '1', legalName: 'Shell Trading' });
    const { created, enriched, conflicts } = resolve([shell], [known]);
    expect(created).toMatchObject([{ registrations: shell.registrations, ein: shell.ein }]);
    expect(enriched).toEqual([]);
    expect(conflicts).toMatchObject([{ subject: created[0], others: [known] }]);
  });

  test('with a known number in another jurisdiction is about another business, and a conflict', () => {
    const known = business('a', { registration: '1', ein: '1' });
    const [delaware] = known.registrations;
    const nevada = { ...delaware, jurisdiction: 'US-NV', matchHash: 'registration 1 in Nevada' };
    for (const ein of ['1', undefined]) {
      const stated = {
        ...claim({ registration: '1', ein }),
        registrations: [{ ...inDelaware('1'), ...nevada }],
      };
      const { created, conflicts } = resolve([stated], [known]);
      expect(created).toMatchObject([{ registrations: [nevada], einKeys: [] }]);
      expect(conflicts).toMatchObject([{ subject: created[0], others: [known] }]);
    }
  });

  test('cannot link by its id a business that it contradicts', () => {
    const known = business('a', { registration: '1', ein: '1' });
    const nevada = { ...inDelaware('1'), jurisdiction: 'US-NV', matchHash: 'in Nevada' };
    const linked = { ...claim({ registration: '1', ein: '1' }), registrations: [nevada] };
    const { refused, created } = resolve([{ ...linked, subjectId: known.id }], [known]);
    expect(refused.get(0)).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(created).toEqual([]);
  });

  test('matches the other claims of its batch about the same business', () => {
    const batch = [
      claim({ registration: '1' }),
      claim({ registration: '1', ein: '1' }),
      claim({ ein: '1' }),
    ];
    const { subjects, created } = resolve(batch);
    expect(created).toHaveLength(1);
    expect(created[0]).toMatchObject({ revision: 1, ein: { index: '1' } });
    expect(new Set(subjects)).toEqual(new Set(created));
  });

  test('in any batch never gives a key to two identities of a network', () => {
    const key = fc.constantFrom('1', '2', '3', undefined);
    const claims = fc
      .array(fc.record({ registration: key, ein: key }), { maxLength: 12 })
      .map((keys) =>
        keys
          .filter(({ registration, ein }) => registration !== undefined || ein !== undefined)
          .map(claim),
      );
    fc.assert(
      fc.property(claims, claims, (first, second) => {
        const known = resolve(first).created;
        const { subjects, created, enriched } = resolve(second, known);
        expect(subjects).toHaveLength(second.length);
        const changed = new Map(enriched.map(({ after }) => [after.id, after]));
        const all = [...known.map((one) => changed.get(one.id) ?? one), ...created];
        const keys = all.flatMap((one) => BUSINESSES.keysOf(one));
        expect(new Set(keys).size).toBe(keys.length);
      }),
    );
  });
});
