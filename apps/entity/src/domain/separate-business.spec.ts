import { comparableLegalName } from '@ndx/catalog';
import { DomainError } from '@ndx/contracts';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { BUSINESSES, type Business, type BusinessClaim } from './business.js';
import { resolveSubjects } from './resolve-subjects.js';
import { separateBusiness, type Choice, type StatedRecord } from './separate-business.js';

const NOW = new Date('2026-03-10T08:00:00.000Z');
const EIN = { sealed: 'sealed', index: 'ein', lastFour: '6789' };

/** What an institution stated with a record: a number in Delaware and a name, under one EIN. */
interface Stated {
  readonly entityId: string;
  readonly number: string;
  readonly legalName: string;
}

const nameKeyOf = (number: string, legalName: string) =>
  `${number} ${String(comparableLegalName(legalName))}`;
const einKeyOf = (legalName: string) => `ein ${String(comparableLegalName(legalName))}`;

function claimOf({ entityId, number, legalName }: Stated): BusinessClaim {
  const words = { legalName, dbaName: null, email: null, phone: null, websiteUrl: null };
  const said = { ...words, einIndex: EIN.index, einLastFour: EIN.lastFour };
  const place = { jurisdiction: 'US-DE', identifier: number, key: number };
  return {
    statement: { entityId, said: { ...said, entityType: null, dateOfIncorporation: null } },
    subjectId: null,
    registrations: [{ ...place, matchHash: number }],
    ein: EIN,
    einKeys: [einKeyOf(legalName)],
    nameKeys: [nameKeyOf(number, legalName)],
  };
}

const recordOf = (stated: Stated, place: number): StatedRecord => ({
  id: `record ${place}`,
  entityId: stated.entityId,
  legalName: stated.legalName,
  furnishedAt: new Date(NOW.getTime() + place).toISOString(),
  registration: stated.number,
  nameKey: nameKeyOf(stated.number, stated.legalName),
});

/** The business of all the claims, if they are one. */
function joined(all: readonly Stated[]): Business | undefined {
  const known = all.reduce<readonly Business[]>((before, stated) => {
    const claims = [claimOf(stated)];
    const { created, enriched } = resolveSubjects(BUSINESSES, claims, before, ['network'], NOW);
    const changed = new Map(enriched.map(({ after }) => [after.id, after]));
    return [...before.map((one) => changed.get(one.id) ?? one), ...created];
  }, []);
  return known.length === 1 ? known[0] : undefined;
}

function separated(business: Business, all: readonly Stated[], choice: Choice) {
  const keysOf = ({ registrations }: Business, legalName: string) => ({
    nameKeys: registrations.map(({ key }) => nameKeyOf(key, legalName)),
    einKey: einKeyOf(legalName),
  });
  const consents = all.map((stated, place) => ({ id: `consent ${place}`, ...stated }));
  return separateBusiness({ business, records: all.map(recordOf), consents }, choice, keysOf, NOW);
}

function subjectOf(stated: Stated, known: readonly Business[]): string | undefined {
  const claim = claimOf(stated);
  return resolveSubjects(BUSINESSES, [claim], known, ['network'], NOW).subjects[0]?.id;
}

const stated = fc.record({
  entityId: fc.constantFrom('a', 'b', 'c'),
  number: fc.constantFrom('1', '2'),
  legalName: fc.constantFrom('Alpha LLC', 'Beta Inc', 'Gamma'),
});

describe('a separation', () => {
  test('sends every later claim to the side of its record, unless both sides state it', () => {
    let separations = 0;
    fc.assert(
      fc.property(
        fc.array(stated, { minLength: 2, maxLength: 6 }),
        fc.func(fc.boolean()),
        (all, isChosen) => {
          const business = joined(all);
          if (!business) return;
          const recordIds = all.map(recordOf).flatMap(({ id }) => (isChosen(id) ? id : []));
          try {
            const { kept, separated: made } = separated(business, all, {
              entityIds: [],
              recordIds,
            });
            separations += 1;
            const sidesOf = (nameKey: string | null) =>
              new Set(
                all
                  .map(recordOf)
                  .flatMap((one) => (one.nameKey === nameKey ? recordIds.includes(one.id) : [])),
              );
            for (const [place, each] of all.entries()) {
              const { id, nameKey } = recordOf(each, place);
              if (sidesOf(nameKey).size > 1) continue;
              const side = recordIds.includes(id) ? made.id : kept.id;
              expect(subjectOf(each, [kept, made])).toBe(side);
            }
          } catch (error) {
            if (!(error instanceof DomainError)) throw error;
          }
        },
      ),
      { numRuns: 2_000 },
    );
    expect(separations).toBeGreaterThan(100);
  });

  const bakery = { entityId: 'a', number: '1', legalName: 'Honest Bakery LLC' };
  const namesake = { entityId: 'b', number: '2', legalName: 'Honest Bakery LLC' };

  test('moves a registration that only moved records state', () => {
    const all = [bakery, namesake];
    const business = joined(all);
    if (!business) throw new Error('they share the EIN and the name');
    const {
      kept,
      separated: made,
      consentIds,
    } = separated(business, all, {
      ...{ entityIds: ['b'], recordIds: [] },
    });
    expect(kept.registrations.map(({ key }) => key)).toEqual(['1']);
    expect(made.registrations.map(({ key }) => key)).toEqual(['2']);
    expect(consentIds).toEqual(['consent 1']);
  });

  test('moves the EIN with a name that only moved parts state', () => {
    const other = { ...namesake, number: '1', legalName: 'Beta Inc' };
    const all = [bakery, other];
    const business = joined(all);
    if (!business) throw new Error('they share a registration');
    const parts = separated(business, all, { entityIds: ['b'], recordIds: [] });
    expect(parts.kept.einKeys).toEqual([einKeyOf('Honest Bakery')]);
    expect(parts.separated).toMatchObject({ einKeys: [einKeyOf('Beta')], ein: EIN });
    expect(parts.legalNames).toEqual(['Beta Inc']);
  });
});
