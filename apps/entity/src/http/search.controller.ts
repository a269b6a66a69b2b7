import type { Principal } from '@ndx/contracts';
import { wire } from '@ndx/api';
import { Caller, Operation } from '@ndx/service';
import { Controller, Get, Query } from '@nestjs/common';
import { SearchBusinesses } from '../use-cases/search-businesses.js';
import { SearchConsumers } from '../use-cases/search-consumers.js';
import {
  BusinessResult,
  BusinessSearchDto,
  ConsumerResult,
  ConsumerSearchDto,
  toBusinessResult,
  toConsumerResult,
} from './search.dto.js';

const HOW = 'Criteria are combined with AND; the newest come first.';
const REFUSALS = { PERMISSION_DENIED: 'not a member of the network' };

@Controller('v1/entities')
export class SearchController {
  constructor(
    private readonly searchConsumers: SearchConsumers,
    private readonly searchBusinesses: SearchBusinesses,
  ) {}

  @Get('consumer/search')
  @Operation({
    summary: 'Search consumers',
    description: HOW,
    answer: wire.listOf(ConsumerResult),
    refusals: REFUSALS,
  })
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
  @Operation({
    summary: 'Search businesses',
    description: HOW,
    answer: wire.listOf(BusinessResult),
    refusals: REFUSALS,
  })
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
