import type { Principal } from '@ndx/contracts';
import { Caller } from '@ndx/service-kit';
import { Controller, Get, Query } from '@nestjs/common';
import { SearchBusinesses } from '../use-cases/search-businesses.js';
import { SearchConsumers } from '../use-cases/search-consumers.js';
import {
  BusinessSearchDto,
  ConsumerSearchDto,
  toBusinessResult,
  toConsumerResult,
} from './search.dto.js';

@Controller('v1/entities')
export class SearchController {
  constructor(
    private readonly searchConsumers: SearchConsumers,
    private readonly searchBusinesses: SearchBusinesses,
  ) {}

  @Get('consumer/search')
  async consumers(@Caller() principal: Principal, @Query() query: ConsumerSearchDto) {
    const consumers = await this.searchConsumers.run(principal, {
      networkId: query.network_id,
      limit: query.limit,
      firstName: query.first_name,
      lastName: query.last_name,
      personalEmail: query.personal_email,
      socialSecurityNumber: query.social_security_number,
      dateOfBirth: query.date_of_birth,
    });
    return consumers.map(toConsumerResult);
  }

  @Get('business/search')
  async businesses(@Caller() principal: Principal, @Query() query: BusinessSearchDto) {
    const businesses = await this.searchBusinesses.run(principal, {
      networkId: query.network_id,
      limit: query.limit,
      legalName: query.business_legal_name,
      dbaName: query.business_dba_name,
      email: query.business_email,
      federalEin: query.federal_ein,
    });
    return businesses.map(toBusinessResult);
  }
}
