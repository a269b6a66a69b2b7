import { namedBusiness } from '@ndx/catalog';
import { countriesOf, requireRole, type BusinessMatch, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isOtherName } from '../domain/business.js';
import type { ClaimFields } from '../domain/claim-input.js';
import { relatedAmong } from '../storage/subject-relations.js';
import { IdentitySearch } from './identity-search.js';
import { ResolveBusinesses } from './resolve-businesses.js';

export interface MatchedBusiness {
  readonly match: BusinessMatch;
  /** Why furnishing would reject the identity; null otherwise. */
  readonly rejection: string | null;
}

/** `POST /v1/entities/business/match`: what furnishing would find (decision 0134). */
@Injectable()
export class MatchBusinesses {
  constructor(
    private readonly dataSource: DataSource,
    private readonly identitySearch: IdentitySearch,
    private readonly businesses: ResolveBusinesses,
  ) {}

  /**
   * What the network knows of each business, by the rules of furnishing; stores nothing of it.
   * @throws PERMISSION_DENIED unless the caller is a furnisher in the network
   */
  async match(
    principal: Principal,
    networkId: string,
    identities: readonly ClaimFields[],
  ): Promise<readonly MatchedBusiness[]> {
    requireRole(principal, networkId, 'furnisher');
    const countries = countriesOf(principal, [networkId]);
    const request = {
      ...{ subjectType: 'business' as const, networkId, namesExactly: false },
      criteria: identities.flatMap((identity) => criteriaOf(identity, countries)),
    };
    const { matches } = await this.identitySearch.run(principal, request, async (relatedTo) => {
      const found = await this.matchEach(principal, networkId, identities, relatedTo);
      return { matches: found, count: found.filter(isKnown).length };
    });
    return matches;
  }

  private async matchEach(
    principal: Principal,
    networkId: string,
    identities: readonly ClaimFields[],
    relatedTo: string | undefined,
  ): Promise<readonly MatchedBusiness[]> {
    const checked = await this.businesses.check(principal, [networkId], identities);
    // A business that furnishing would create has an id that is not stored.
    const ids = checked.flatMap((result) => ('value' in result ? result.value.id : []));
    const stored = await this.businesses.lookUp(principal, ids);
    const known = new Map(stored.map((business) => [business.id, business]));
    const shown =
      relatedTo === undefined
        ? undefined
        : await relatedAmong(this.dataSource.manager, relatedTo, ids);
    return checked.map((result, place) => {
      if ('error' in result) return { match: 'rejected', rejection: result.error.detail };
      const { id } = result.value;
      if (shown?.has(id) === false) return matched('not_shown');
      const business = known.get(id);
      if (business === undefined) return matched('new');
      const name = identities[place]?.['business_legal_name'];
      const isOther = isOtherName(business, typeof name === 'string' ? name : null);
      return matched(isOther ? 'known_under_another_name' : 'known');
    });
  }
}

const IDENTIFYING = [
  'business_legal_name',
  'business_jurisdiction_of_formation',
  'business_registration_identifier_from_jurisdiction_of_formation',
  'federal_ein',
] as const;

const matched = (match: BusinessMatch): MatchedBusiness => ({ match, rejection: null });

const isKnown = ({ match }: MatchedBusiness) =>
  match === 'known' || match === 'known_under_another_name';

/** What identifies the business; its EIN has the name that a search by it has. */
function criteriaOf(identity: ClaimFields, countries: readonly string[]) {
  const named = namedBusiness(identity, countries);
  return IDENTIFYING.map((name) => [name, named[name]] as const);
}
