import * as api from '@ndx/api';
import { PERMISSIBLE_PURPOSE_HEADER, type Principal } from '@ndx/contracts';
import { Asked, Caller, Handles } from '@ndx/service';
import { Controller } from '@nestjs/common';
import { CheckCoverage } from '../use-cases/coverage/check-coverage.js';
import { toCoverage } from './coverage.js';

@Controller()
export class CoverageCheckController {
  constructor(private readonly checkCoverage: CheckCoverage) {}

  @Handles(api.checkCoverage)
  async check(
    @Caller() principal: Principal,
    @Asked() { body, headers }: Asked<typeof api.checkCoverage>,
  ) {
    const answer = await this.checkCoverage.check(principal, {
      productId: body.product_id,
      networkIds: [...new Set(body.network_ids)],
      policyId: body.policy_id ?? undefined,
      furnishingEntityIds: body.furnishing_entity_ids ?? [],
      consentId: body.consent_id ?? undefined,
      consumerId: body.consumer_id ?? undefined,
      businessId: body.business_id ?? undefined,
      purpose: headers[PERMISSIBLE_PURPOSE_HEADER],
    });
    return toCoverage(body.product_id, answer);
  }
}
