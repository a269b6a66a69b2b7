import { comparableLegalName } from '@ndx/catalog';
import { BOUNDS, conflict, newId, type BusinessIdentified, type PayloadOf } from '@ndx/contracts';
import type { ProtectedIdentifier } from './protected-identifier.js';
import { everySaid, restate, type Statement, type Statements } from './statements.js';
import { labelOf, type Others, type Subject, type SubjectKind } from './subject.js';

/** A registration of a business: its jurisdiction and identifier. */
export interface Registration {
  readonly jurisdiction: string;
  /** The registration identifier as it was first submitted. */
  readonly identifier: string;
  /** The normalised form for comparisons. */
  readonly key: string;
  readonly matchHash: string;
}

/** The description of a business by one institution. */
export interface BusinessDescription {
  readonly legalName: string | null;
  readonly dateOfIncorporation: string | null;
  readonly dbaName: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly websiteUrl: string | null;
  readonly entityType: string | null;
  /** The keyed hash of the stated EIN, and its last four digits. */
  readonly einIndex: string | null;
  readonly einLastFour: string | null;
}

/** The identifiers of a business. */
interface BusinessIdentifiers {
  /**
   * A claim names at most one; a business keeps all of them, in the order in which they were first
   * given.
   */
  readonly registrations: readonly Registration[];
  readonly ein: ProtectedIdentifier | null;
  /** Keyed hashes of the EIN with each legal name that was stated together with it. */
  readonly einKeys: readonly string[];
  /**
   * Keyed hashes of a registration with a legal name: the one of a claim, and of a separated business
   * those by which it is told from the business with the registration. They precede other keys.
   */
  readonly nameKeys: readonly string[];
}

/** A claim of an institution about a business. */
export interface BusinessClaim extends BusinessIdentifiers {
  readonly statement: Statement<BusinessDescription>;
  /** The business that a consent links by its id. */
  readonly subjectId: string | null;
}

/** The core identity of a business in one network (design 5). */
export interface Business extends Subject, BusinessIdentifiers {
  /** Index among the network's businesses with this EIN, from 0; unique. */
  readonly einOrdinal: number;
  readonly statements: Statements<BusinessDescription>;
  readonly identifier: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Limits the published and stored size of a business. */
export const MAX_EIN_KEYS = 32;

/**
 * Businesses match on (jurisdiction, registration identifier), then on the EIN with the legal name
 * (design 5): a business may have several registrations, but has one EIN. A claim that states the
 * number of a registration in another jurisdiction is about another business.
 */
export const BUSINESSES: SubjectKind<Business, BusinessClaim> = {
  keysOf: (named) => identifierHashes(named),

  subjectIdOf: ({ subjectId }) => subjectId,

  separatedKeysOf: ({ nameKeys }) => nameKeys,

  contradicts: isElsewhere,

  create({ registrations, ein, einKeys, statement }, networkId, now, { known, isFree }) {
    const id = newId();
    const ordinals = holdersOf(ein, known).map(({ einOrdinal }) => einOrdinal);
    return {
      id,
      networkId,
      identifier: labelOf('business', id),
      registrations,
      ein,
      einOrdinal: Math.max(-1, ...ordinals) + 1,
      einKeys: einKeys.filter(isFree),
      nameKeys: [],
      statements: { first: statement, others: [] },
      absorbed: [],
      mergedInto: null,
      createdAt: now,
      updatedAt: now,
      revision: 1,
    };
  },

  refusalOf(business, claim, others) {
    const most = BOUNDS.business.registrations;
    const added = registrationsAddedBy(claim, others);
    return added.length > 0 && business.registrations.length + added.length > most
      ? conflict('limit_reached', `a business has at most ${most} registrations in a network`)
      : undefined;
  },

  enrich(business, claim, others, now) {
    const statements = restate(business.statements, claim.statement);
    const registrations = registrationsAddedBy(claim, others);
    const ein = business.ein ?? (holdersOf(claim.ein, others.known).length > 0 ? null : claim.ein);
    const einKeys =
      ein?.index === claim.ein?.index
        ? claim.einKeys.filter(others.isFree).slice(0, MAX_EIN_KEYS - business.einKeys.length)
        : [];
    const isSame =
      statements === business.statements &&
      registrations.length + einKeys.length === 0 &&
      ein === business.ein;
    if (isSame) return business;
    return {
      ...business,
      statements,
      registrations: [...business.registrations, ...registrations],
      ein,
      einKeys: [...business.einKeys, ...einKeys],
      updatedAt: now,
    };
  },

  conflictsOf: (business, earlier) =>
    earlier.filter(
      (other) =>
        (business.ein !== null && other.ein?.index === business.ein.index) ||
        (isElsewhere(other, business) && sharesName(other, business)),
    ),

  differencesOf(business, { statement: { said }, ein }, { known }) {
    const stated = everySaid(business.statements, ({ einIndex }) => einIndex);
    const eins = business.ein ? [...stated, business.ein.index] : stated;
    return [
      ...(isOtherName(business, said.legalName) ? (['name_differs'] as const) : []),
      // The EIN of another business is a dispute of the two.
      ...(isOther(ein?.index, eins) && holdersOf(ein, known).length === 0
        ? (['ein_differs'] as const)
        : []),
    ];
  },

  disputesOf: (business, { ein }, known) =>
    ein === null || ein.index === business.ein?.index ? [] : holdersOf(ein, known),
};

function isOther(stated: string | undefined, known: readonly string[]): boolean {
  return stated !== undefined && known.length > 0 && !known.includes(stated);
}

/** Whether a stated registration has the number of a known one, and another jurisdiction. */
function isElsewhere(
  { registrations }: Pick<Business, 'registrations'>,
  { registrations: stated }: Pick<BusinessClaim, 'registrations'>,
): boolean {
  const known = new Set(registrations.map(({ matchHash }) => matchHash));
  const numbers = new Set(registrations.map(({ key }) => key));
  return stated.some(({ matchHash, key }) => !known.has(matchHash) && numbers.has(key));
}

function registrationsAddedBy({ registrations }: BusinessClaim, { isFree }: Others<Business>) {
  return registrations.filter(({ matchHash }) => isFree(matchHash));
}

/** Whether no statement about the business has this legal name. */
export function isOtherName(business: Business, legalName: string | null): boolean {
  return isOther(comparableLegalName(legalName ?? ''), comparableNames(business));
}

/** Merged businesses keep their place among the businesses with the EIN. */
function holdersOf(ein: ProtectedIdentifier | null, known: readonly Business[]) {
  return ein === null ? [] : known.filter((other) => other.ein?.index === ein.index);
}

function sharesName(one: Business, other: Business): boolean {
  const names = new Set(comparableNames(one));
  return comparableNames(other).some((name) => names.has(name));
}

/** The stated legal names, in the form for comparison. */
function comparableNames({ statements }: Pick<Business, 'statements'>): string[] {
  return everySaid(statements, ({ legalName }) => legalName).flatMap(
    (name) => comparableLegalName(name) ?? [],
  );
}

/**
 * The keys of a business in order of precedence, followed by the keys of businesses merged into it.
 */
export function matchHashesOfBusiness(business: Business): string[] {
  return [...identifierHashes(business), ...business.absorbed];
}

export function stateOfBusiness(business: Business): PayloadOf<typeof BusinessIdentified> {
  return {
    business_id: business.id,
    network_id: business.networkId,
    match_hashes: matchHashesOfBusiness(business),
    merged_into: business.mergedInto,
    revision: business.revision,
  };
}

function identifierHashes({ nameKeys, registrations, einKeys }: BusinessIdentifiers): string[] {
  return [...nameKeys, ...registrations.map(({ matchHash }) => matchHash), ...einKeys];
}
