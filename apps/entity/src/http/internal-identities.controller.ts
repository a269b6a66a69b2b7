import * as api from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { Asked, Caller, Handles } from '@ndx/service';
import { Controller } from '@nestjs/common';
import { ResolveBusinesses } from '../use-cases/resolve-businesses.js';
import { ResolveConsumers } from '../use-cases/resolve-consumers.js';
import { toAnswers, toBusinessMatch, toChecked, toConsumerMatch } from './internal-identities.js';

/**
 * Called by consent and furnishing, on behalf of the account that records or furnishes (design 3).
 */
@Controller()
export class InternalIdentitiesController {
  constructor(
    private readonly businesses: ResolveBusinesses,
    private readonly consumers: ResolveConsumers,
  ) {}

  @Handles(api.resolveBusinesses)
  async resolveBusinesses(
    @Caller() principal: Principal,
    @Asked() { body }: Asked<typeof api.resolveBusinesses>,
  ) {
    const { network_ids: networkIds, businesses } = body;
    const results = await this.businesses.resolve(principal, networkIds, businesses);
    return {
      businesses: toAnswers(results, (business) => toBusinessMatch(business, principal.entity_id)),
    };
  }

  @Handles(api.checkBusinesses)
  async checkBusinesses(
    @Caller() principal: Principal,
    @Asked() { body }: Asked<typeof api.checkBusinesses>,
  ) {
    const { network_ids: networkIds, businesses } = body;
    const results = await this.businesses.check(principal, networkIds, businesses);
    return { results: results.map(toChecked) };
  }

  @Handles(api.lookUpBusinesses)
  async lookUpBusinesses(
    @Caller() principal: Principal,
    @Asked() { body }: Asked<typeof api.lookUpBusinesses>,
  ) {
    const businesses = await this.businesses.lookUp(principal, body.business_ids);
    return { businesses: businesses.map((one) => toBusinessMatch(one, principal.entity_id)) };
  }

  @Handles(api.resolveConsumers)
  async resolveConsumers(
    @Caller() principal: Principal,
    @Asked() { body }: Asked<typeof api.resolveConsumers>,
  ) {
    const results = await this.consumers.resolve(principal, body.network_id, body.consumers);
    return { consumers: toAnswers(results, toConsumerMatch) };
  }

  @Handles(api.checkConsumers)
  async checkConsumers(
    @Caller() principal: Principal,
    @Asked() { body }: Asked<typeof api.checkConsumers>,
  ) {
    const results = await this.consumers.check(principal, body.network_id, body.consumers);
    return { results: results.map(toChecked) };
  }

  @Handles(api.lookUpConsumers)
  async lookUpConsumers(
    @Caller() principal: Principal,
    @Asked() { body }: Asked<typeof api.lookUpConsumers>,
  ) {
    const consumers = await this.consumers.lookUp(principal, body.consumer_ids);
    return { consumers: consumers.map(toConsumerMatch) };
  }
}
