import * as api from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { Asked, Caller, Handles } from '@ndx/service';
import { Controller } from '@nestjs/common';
import { SearchBusinesses } from '../use-cases/search-businesses.js';
import { SearchConsumers } from '../use-cases/search-consumers.js';
import { toBusinessResult, toConsumerResult } from './search-results.js';

@Controller()
export class SearchController {
  constructor(
    private readonly searchConsumers: SearchConsumers,
    private readonly searchBusinesses: SearchBusinesses,
  ) {}

  @Handles(api.searchConsumers)
  async consumers(
    @Caller() principal: Principal,
    @Asked() { query }: Asked<typeof api.searchConsumers>,
  ) {
    const consumers = await this.searchConsumers.search(principal, {
      networkId: query.network_id,
      limit: query.limit,
      after: query.after,
      firstName: query.first_name,
      lastName: query.last_name,
      personalEmail: query.personal_email,
      socialSecurityNumber: query.social_security_number,
      dateOfBirth: query.date_of_birth,
      id: query.consumer_id,
    });
    return consumers.map((consumer) => toConsumerResult(consumer, principal.entity_id));
  }

  @Handles(api.searchBusinesses)
  async businesses(
    @Caller() principal: Principal,
    @Asked() { query }: Asked<typeof api.searchBusinesses>,
  ) {
    const businesses = await this.searchBusinesses.search(principal, {
      networkId: query.network_id,
      limit: query.limit,
      after: query.after,
      legalName: query.business_legal_name,
      dbaName: query.business_dba_name,
      email: query.business_email,
      federalEin: query.federal_ein,
      id: query.business_id,
    });
    return businesses.map((business) => toBusinessResult(business, principal.entity_id));
  }
}
