import { BOUNDS, conflict, newId, type BusinessIdentified, type PayloadOf } from '@ndx/contracts';
import type { ProtectedIdentifier } from './protected-identifier.js';
import { descriptionFor, restate, type Statement, type Statements } from './statements.js';
import { labelOf, type Subject, type SubjectKind } from './subject.js';

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
}

/** The identifiers of a business. */
interface BusinessIdentifiers {
  /**
   * A claim names at most one; a business keeps all of them, in the order in which they were first
   * given.
   */
  readonly registrations: readonly Registration[];
  readonly ein: ProtectedIdentifier | null;
}

/** A claim of an institution about a business. */
export interface BusinessClaim extends BusinessIdentifiers {
  readonly statement: Statement<BusinessDescription>;
  /** The business that a consent links by its id. */
  readonly subjectId: string | null;
}

/** The core identity of a business in one network (design 5). */
export interface Business extends Subject, BusinessIdentifiers {
  readonly statements: Statements<BusinessDescription>;
  readonly identifier: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/**
 * Businesses match on (jurisdiction, registration identifier), then on EIN (design 5): a business
 * may have several registrations, but has one EIN.
 */
export const BUSINESSES: SubjectKind<Business, BusinessClaim> = {
  keysOf: (named) => identifierHashes(named),

  subjectIdOf: ({ subjectId }) => subjectId,

  create({ registrations, ein, statement }, networkId, now) {
    const id = newId();
    return {
      id,
      networkId,
      identifier: labelOf('business', id),
      registrations,
      ein,
      statements: { first: statement, others: [] },
      absorbed: [],
      mergedInto: null,
      createdAt: now,
      updatedAt: now,
      revision: 1,
    };
  },

  refusalOf(business, claim, isFree) {
    const most = BOUNDS.business.registrations;
    const added = addedBy(claim, isFree);
    return added.length > 0 && business.registrations.length + added.length > most
      ? conflict('limit_reached', `a business has at most ${most} registrations in a network`)
      : undefined;
  },

  enrich(business, claim, isFree, now) {
    const statements = restate(business.statements, claim.statement);
    const added = addedBy(claim, isFree);
    const registrations =
      added.length > 0 ? [...business.registrations, ...added] : business.registrations;
    const ein = business.ein ?? (claim.ein && isFree(claim.ein.matchHash) ? claim.ein : null);
    const isSame =
      statements === business.statements &&
      registrations === business.registrations &&
      ein === business.ein;
    return isSame ? business : { ...business, statements, registrations, ein, updatedAt: now };
  },

  conflictsOf: () => [],
};

function addedBy({ registrations }: BusinessClaim, isFree: (key: string) => boolean) {
  return registrations.filter(({ matchHash }) => isFree(matchHash));
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
    business_legal_name: descriptionFor(business.statements).legalName,
    merged_into: business.mergedInto,
    revision: business.revision,
  };
}

function identifierHashes({ registrations, ein }: BusinessIdentifiers): string[] {
  return [...registrations, ...(ein ? [ein] : [])].map(({ matchHash }) => matchHash);
}
