import type { Principal } from '@ndx/contracts';
import { Caller, Operation } from '@ndx/service';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { CheckCoverage } from '../use-cases/check-coverage.js';
import {
  Coverage,
  COVERAGE_CHECK_EXAMPLE,
  CoverageCheckDto,
  toCoverage,
} from './coverage-check.dto.js';
import { SUBJECT_REFUSALS } from './refusals.js';

@Controller('v1/products')
export class CoverageCheckController {
  constructor(private readonly checkCoverage: CheckCoverage) {}

  @Post('check')
  @HttpCode(200)
  @Operation({
    summary: 'Check what furnishers hold of a subject, without a value and without a charge',
    description:
      'Tells, for each furnisher of whom the caller may see anything, which fields a query could have from it.',
    example: COVERAGE_CHECK_EXAMPLE,
    changesNothing: true,
    answer: Coverage,
    refusals: SUBJECT_REFUSALS,
  })
  async check(@Caller() principal: Principal, @Body() body: CoverageCheckDto) {
    const answer = await this.checkCoverage.run(principal, {
      productId: body.product_id,
      networkIds: [...new Set(body.network_ids)],
      policyId: body.policy_id ?? undefined,
      furnishingEntityIds: body.furnishing_entity_ids ?? [],
      consentId: body.consent_id ?? undefined,
      consumerId: body.consumer_id ?? undefined,
      businessId: body.business_id ?? undefined,
    });
    return toCoverage(body.product_id, answer);
  }
}
