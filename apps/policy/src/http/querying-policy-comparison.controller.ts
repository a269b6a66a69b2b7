import * as api from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { Asked, Caller, Handles } from '@ndx/service';
import { Controller } from '@nestjs/common';
import { comparisonSummary } from '../domain/draft-summary.js';
import {
  CompareQueryingPolicy,
  type ComparedPolicy,
} from '../use-cases/compare-querying-policy.js';

@Controller()
export class QueryingPolicyComparisonController {
  constructor(private readonly comparePolicy: CompareQueryingPolicy) {}

  @Handles(api.compareQueryingPolicy)
  async compare(
    @Caller() principal: Principal,
    @Asked() { path, body }: Asked<typeof api.compareQueryingPolicy>,
  ) {
    const compared = await this.comparePolicy.compare(principal, path.policy_id, {
      name: body.name,
      status: body.status,
      isDefault: body.is_default,
      enforced: body.enforced,
      modelSelections: body.model_selections,
      consent: body.consent,
      permissiblePurposes: body.permissible_purposes,
      version: body.version,
      baseVersion: body.base_version,
    });
    return toComparisonRecord(compared);
  }
}

function toComparisonRecord({
  policy,
  comparison,
}: ComparedPolicy): api.AnswerOf<typeof api.compareQueryingPolicy> {
  return { policy_id: policy.id, policy_version: policy.version, ...comparisonSummary(comparison) };
}
