import type { Principal } from '@ndx/contracts';
import { Caller } from '@ndx/service';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ResolveBusinesses } from '../use-cases/resolve-businesses.js';
import { ResolveConsumers } from '../use-cases/resolve-consumers.js';
import {
  LookUpBusinessesDto,
  LookUpConsumersDto,
  ResolveBusinessesDto,
  ResolveConsumersDto,
  toAnswers,
  toBusinessMatch,
  toConsumerMatch,
} from './internal-identities.dto.js';

/** Asked by consent and furnishing, for the account that records or furnishes (design 3). */
@Controller('internal')
export class InternalIdentitiesController {
  constructor(
    private readonly businesses: ResolveBusinesses,
    private readonly consumers: ResolveConsumers,
  ) {}

  @Post('businesses/resolve')
  @HttpCode(200)
  async resolveBusinesses(@Caller() principal: Principal, @Body() body: ResolveBusinessesDto) {
    const { network_ids: networkIds, businesses } = body;
    const results = await this.businesses.run(principal, networkIds, businesses);
    return { businesses: toAnswers(results, toBusinessMatch) };
  }

  @Post('businesses/lookup')
  @HttpCode(200)
  async lookUpBusinesses(@Caller() principal: Principal, @Body() body: LookUpBusinessesDto) {
    const businesses = await this.businesses.lookUp(principal, body.business_ids);
    return { businesses: businesses.map(toBusinessMatch) };
  }

  @Post('consumers/resolve')
  @HttpCode(200)
  async resolveConsumers(@Caller() principal: Principal, @Body() body: ResolveConsumersDto) {
    const results = await this.consumers.run(principal, body.network_id, body.consumers);
    return { consumers: toAnswers(results, toConsumerMatch) };
  }

  @Post('consumers/lookup')
  @HttpCode(200)
  async lookUpConsumers(@Caller() principal: Principal, @Body() body: LookUpConsumersDto) {
    const consumers = await this.consumers.lookUp(principal, body.consumer_ids);
    return { consumers: consumers.map(toConsumerMatch) };
  }
}
