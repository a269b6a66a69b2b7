import * as api from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { Asked, Caller, Handles } from '@ndx/service';
import { Controller } from '@nestjs/common';
import { MatchBusinesses } from '../use-cases/match-businesses.js';
import { NameBusinesses } from '../use-cases/name-businesses.js';
import { NameConsumers } from '../use-cases/name-consumers.js';
import { SearchBusinesses, type BusinessCriteria } from '../use-cases/search-businesses.js';
import { SearchConsumers, type ConsumerCriteria } from '../use-cases/search-consumers.js';
import { toBusinessResult, toConsumerResult } from './search-results.js';

@Controller()
export class SearchController {
  constructor(
    private readonly searchConsumers: SearchConsumers,
    private readonly searchBusinesses: SearchBusinesses,
    private readonly matchBusinesses: MatchBusinesses,
    private readonly nameBusinesses: NameBusinesses,
    private readonly nameConsumers: NameConsumers,
  ) {}

  @Handles(api.searchConsumers)
  async consumers(
    @Caller() principal: Principal,
    @Asked() { query }: Asked<typeof api.searchConsumers>,
  ) {
    const { limit, after } = query;
    const page = { ...consumerCriteria(query), limit, after };
    const consumers = await this.searchConsumers.search(principal, page);
    return consumers.map((consumer) => toConsumerResult(consumer, principal.entity_id));
  }

  @Handles(api.countConsumers)
  countConsumers(
    @Caller() principal: Principal,
    @Asked() { query }: Asked<typeof api.countConsumers>,
  ) {
    return this.searchConsumers.count(principal, consumerCriteria(query));
  }

  @Handles(api.searchBusinesses)
  async businesses(
    @Caller() principal: Principal,
    @Asked() { query }: Asked<typeof api.searchBusinesses>,
  ) {
    const { limit, after } = query;
    const page = { ...businessCriteria(query), limit, after };
    const businesses = await this.searchBusinesses.search(principal, page);
    return businesses.map((business) => toBusinessResult(business, principal.entity_id));
  }

  @Handles(api.countBusinesses)
  countBusinesses(
    @Caller() principal: Principal,
    @Asked() { query }: Asked<typeof api.countBusinesses>,
  ) {
    return this.searchBusinesses.count(principal, businessCriteria(query));
  }

  @Handles(api.matchBusinesses)
  async match(
    @Caller() principal: Principal,
    @Asked() { body }: Asked<typeof api.matchBusinesses>,
  ) {
    const { network_id: networkId, businesses } = body;
    return { businesses: await this.matchBusinesses.match(principal, networkId, businesses) };
  }

  @Handles(api.nameBusinesses)
  async names(@Caller() principal: Principal, @Asked() { body }: Asked<typeof api.nameBusinesses>) {
    const { network_id: networkId, business_ids: ids } = body;
    const named = await this.nameBusinesses.name(principal, networkId, ids);
    return { businesses: named.map(({ id, name }) => ({ business_id: id, name })) };
  }

  @Handles(api.nameConsumers)
  async namesOfConsumers(
    @Caller() principal: Principal,
    @Asked() { body }: Asked<typeof api.nameConsumers>,
  ) {
    const { network_id: networkId, consumer_ids: ids } = body;
    const named = await this.nameConsumers.name(principal, networkId, ids);
    return {
      consumers: named.map(({ id, firstName, lastName }) => ({
        consumer_id: id,
        first_name: firstName,
        last_name: lastName,
      })),
    };
  }
}

function consumerCriteria(query: Asked<typeof api.countConsumers>['query']): ConsumerCriteria {
  return {
    networkId: query.network_id,
    firstName: query.first_name,
    lastName: query.last_name,
    personalEmail: query.personal_email,
    socialSecurityNumber: query.social_security_number,
    dateOfBirth: query.date_of_birth,
    id: query.consumer_id,
  };
}

function businessCriteria(query: Asked<typeof api.countBusinesses>['query']): BusinessCriteria {
  return {
    networkId: query.network_id,
    legalName: query.business_legal_name,
    dbaName: query.business_dba_name,
    email: query.business_email,
    federalEin: query.federal_ein,
    id: query.business_id,
  };
}
