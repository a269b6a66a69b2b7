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
  readonly registration: Registration | null;
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

/** Businesses match on (jurisdiction, registration identifier), then on EIN (design 5). */
export const BUSINESSES: SubjectKind<Business, BusinessClaim> = {
  keysOf: ({ registration, ein }) => [
    ...(registration ? [registrationKey(registration)] : []),
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
    const learned: BusinessClaim = {
      ...business,
      registration: business.registration ?? claim.registration,
      ein: business.ein ?? (claim.ein && isFree(einKey(claim.ein)) ? claim.ein : null),
      ...Object.fromEntries(FIRST_KNOWN.map((name) => [name, business[name] ?? claim[name]])),
      ...Object.fromEntries(LAST_KNOWN.map((name) => [name, claim[name] ?? business[name]])),
    };
    const members = [...FIRST_KNOWN, ...LAST_KNOWN, 'registration', 'ein'] as const;
    if (members.every((name) => learned[name] === business[name])) return business;
    return { ...business, ...learned, updatedAt: now };
  },
};

export function matchHashesOf({ registration, ein }: BusinessClaim): string[] {
  return [registration?.matchHash, ein?.matchHash].filter((hash) => hash !== undefined);
}

export function stateOfBusiness(business: Business): PayloadOf<typeof BusinessIdentified> {
  return {
    business_id: business.id,
    network_id: business.networkId,
    match_hashes: matchHashesOf(business),
    revision: business.revision,
  };
}

function registrationKey({ jurisdiction, key }: Registration): string {
  return `registration ${jurisdiction}\u0000${key}`;
}

function einKey({ index }: ProtectedIdentifier): string {
  return `ein ${index}`;
}
