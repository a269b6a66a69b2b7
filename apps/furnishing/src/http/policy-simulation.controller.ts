import * as api from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { Asked, Caller, Handles } from '@ndx/service';
import { Controller } from '@nestjs/common';
import { SimulateAcceptance } from '../use-cases/simulate-acceptance.js';
import { submissionCursor, submissionPlace } from './submission-cursor.js';

@Controller()
export class PolicySimulationController {
  constructor(private readonly simulateAcceptance: SimulateAcceptance) {}

  @Handles(api.simulateFurnishingPolicy)
  async simulate(
    @Caller() principal: Principal,
    @Asked() { path, body }: Asked<typeof api.simulateFurnishingPolicy>,
  ): Promise<api.AnswerOf<typeof api.simulateFurnishingPolicy>> {
    const from = api.instantOf(body.from);
    const { policy, to, counts, last } = await this.simulateAcceptance.simulate(
      principal,
      path.policy_id,
      {
        // The class of the request has no index signature.
        metadata: body.policy_metadata && Object.fromEntries(Object.entries(body.policy_metadata)),
        from,
        to: body.to === undefined ? undefined : api.instantOf(body.to),
        after: body.cursor === undefined ? undefined : submissionPlace(body.cursor),
      },
    );
    return {
      policy_id: policy.id,
      network_id: policy.networkId,
      product_id: policy.dataset.id,
      from: from.toISOString(),
      to: to.toISOString(),
      examined_until: (last?.submittedAt ?? to).toISOString(),
      examined_records: counts.examined,
      accepted_records: counts.examined - counts.refused,
      refused_records: counts.refused,
      refusals: counts.refusals,
      furnishers: counts.furnishers.map(({ furnishingEntityId, examined, refused }) => ({
        furnishing_entity_id: furnishingEntityId,
        examined_records: examined,
        refused_records: refused,
      })),
      next_cursor: last ? submissionCursor(last) : null,
    };
  }
}
