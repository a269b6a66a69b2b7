import { BusinessIdentified, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import {
  BUSINESSES,
  stateOfBusiness,
  type Business,
  type BusinessClaim,
  type Registration,
} from '../domain/business.js';
import { subjectIdIn, type ClaimFields } from '../domain/claim-input.js';
import { readBusiness, type BusinessInWords } from '../domain/read-business.js';
import { BUSINESS_TABLE } from '../storage/business-table.js';
import { findBusinesses } from '../storage/find-matches.js';
import { IdentifierVault } from '../storage/identifier-vault.js';
import { storeBusinesses } from '../storage/store-resolution.js';
import type { ClaimResult } from './claim-result.js';
import { SubjectResolver, type Claimant, type Networks } from './subject-resolver.js';

/** Businesses match on (jurisdiction, registration identifier), or on the EIN and the name (design 5). */
@Injectable()
export class ResolveBusinesses {
  private readonly source = {
    type: 'business',
    kind: BUSINESSES,
    table: BUSINESS_TABLE,
    read: (fields: ClaimFields, claimant: Claimant) => this.claimFrom(fields, claimant),
    find: findBusinesses,
    store: storeBusinesses,
    event: BusinessIdentified,
    stateOf: stateOfBusiness,
  } as const;

  constructor(
    private readonly resolver: SubjectResolver,
    private readonly vault: IdentifierVault,
  ) {}

  /** @throws PERMISSION_DENIED unless the caller is a member of all the networks */
  resolve(
    principal: Principal,
    networkIds: Networks,
    inputs: readonly ClaimFields[],
  ): Promise<ClaimResult<Business>[]> {
    return this.resolver.resolve(this.source, principal, networkIds, inputs);
  }

  /** The results that `resolve` would have now; stores and publishes nothing. */
  check(
    principal: Principal,
    networkIds: Networks,
    inputs: readonly ClaimFields[],
  ): Promise<ClaimResult<Business>[]> {
    return this.resolver.check(this.source, principal, networkIds, inputs);
  }

  lookUp(principal: Principal, ids: readonly string[]): Promise<Business[]> {
    return this.resolver.lookUp(this.source, principal, ids);
  }

  private claimFrom(fields: ClaimFields, { entityId, countries }: Claimant): BusinessClaim {
    const read = readBusiness(fields, countries);
    const { registration, einWithName, registrationWithName, ein: stated, ...said } = read;
    const ein = stated && this.vault.protect(stated);
    const ofEin = { einIndex: ein?.index ?? null, einLastFour: ein?.lastFour ?? null };
    return {
      statement: { entityId, said: { ...said, ...ofEin } },
      registrations: registration ? [this.protect(registration)] : [],
      ein,
      einKeys: einWithName ? [this.vault.matchHashOf(einWithName)] : [],
      nameKeys: registrationWithName ? [this.vault.matchHashOf(registrationWithName)] : [],
      subjectId: subjectIdIn(fields, 'business_id'),
    };
  }

  private protect({ match, ...place }: NonNullable<BusinessInWords['registration']>): Registration {
    return { ...place, matchHash: this.vault.matchHashOf(match) };
  }
}
