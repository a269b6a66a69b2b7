import * as api from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { Asked, Caller, Handles } from '@ndx/service';
import { Controller } from '@nestjs/common';
import { comparisonSummary } from '../domain/draft-summary.js';
import { CompareFurnishingPolicy } from '../use-cases/compare-furnishing-policy.js';
import { furnishingTermsOf } from './furnishing-terms.js';

@Controller()
export class FurnishingPolicyComparisonController {
  constructor(private readonly comparePolicy: CompareFurnishingPolicy) {}

  @Handles(api.compareFurnishingPolicy)
  async compare(
    @Caller() principal: Principal,
    @Asked() { path, body }: Asked<typeof api.compareFurnishingPolicy>,
  ): Promise<api.AnswerOf<typeof api.compareFurnishingPolicy>> {
    const terms = { status: body.status ?? 'published', ...furnishingTermsOf(body) } as const;
    const { policy, comparison } = await this.comparePolicy.compare(
      principal,
      path.policy_id,
      terms,
    );
    return {
      policy_id: policy.id,
      policy_version: policy.version,
      applied_policy_id: policy.governing?.id ?? null,
      ...comparisonSummary(comparison),
    };
  }
}
