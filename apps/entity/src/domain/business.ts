import { newId, type BusinessIdentified, type PayloadOf } from '@ndx/contracts';
import type { ProtectedIdentifier } from './protected-identifier.js';
import { labelOf, type Subject, type SubjectKind } from './subject.js';

/** Where a business is registered, and under what. */
export interface Registration {
  readonly jurisdiction: string;
  /** As it was first given. */
  readonly identifier: string;
  /** As it is compared. */
  readonly key: string;
  readonly matchHash: string;
}

/** What is known, or said, of a business. */
export interface BusinessClaim {
  /** A claim names one at most; a business keeps each, in the order in which it was first given. */
  readonly registrations: readonly Registration[];
  readonly ein: ProtectedIdentifier | null;
  readonly legalName: string | null;
  readonly dateOfIncorporation: string | null;
  readonly dbaName: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly websiteUrl: string | null;
  readonly entityType: string | null;
}

/** The core identity of a business in one network (design 5). */
export interface Business extends Subject, BusinessClaim {
  readonly identifier: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** These say how the business presents itself now: the last word counts. The rest stays. */
const LAST_KNOWN = ['dbaName', 'email', 'phone', 'websiteUrl', 'entityType'] as const;
const FIRST_KNOWN = ['legalName', 'dateOfIncorporation'] as const;

/**
 * Businesses match on (jurisdiction, registration identifier), then on EIN (design 5): so one may
 * have any number of registrations, but has one EIN.
 */
export const BUSINESSES: SubjectKind<Business, BusinessClaim> = {
  keysOf: ({ registrations, ein }) => [
    ...registrations.map(registrationKey),
    ...(ein ? [einKey(ein)] : []),
  ],

  create(claim, networkId, now) {
    const id = newId();
    return {
      ...claim,
      id,
      networkId,
      identifier: labelOf('business', id),
      createdAt: now,
      updatedAt: now,
      revision: 1,
    };
  },

  enrich(business, claim, isFree, now) {
    const added = claim.registrations.filter((one) => isFree(registrationKey(one)));
    const learned: BusinessClaim = {
      ...business,
      registrations:
        added.length > 0 ? [...business.registrations, ...added] : business.registrations,
      ein: business.ein ?? (claim.ein && isFree(einKey(claim.ein)) ? claim.ein : null),
      ...Object.fromEntries(FIRST_KNOWN.map((name) => [name, business[name] ?? claim[name]])),
      ...Object.fromEntries(LAST_KNOWN.map((name) => [name, claim[name] ?? business[name]])),
    };
    const members = [...FIRST_KNOWN, ...LAST_KNOWN, 'registrations', 'ein'] as const;
    if (members.every((name) => learned[name] === business[name])) return business;
    return { ...business, ...learned, updatedAt: now };
  },
};

/** The deciding ones first. */
export function matchHashesOf({ registrations, ein }: BusinessClaim): string[] {
  return [...registrations, ...(ein ? [ein] : [])].map(({ matchHash }) => matchHash);
}

export function stateOfBusiness(business: Business): PayloadOf<typeof BusinessIdentified> {
  return {
    business_id: business.id,
    network_id: business.networkId,
    match_hashes: matchHashesOf(business),
    business_legal_name: business.legalName,
    revision: business.revision,
  };
}

function registrationKey({ jurisdiction, key }: Registration): string {
  return `registration ${jurisdiction}\u0000${key}`;
}

function einKey({ index }: ProtectedIdentifier): string {
  return `ein ${index}`;
}
