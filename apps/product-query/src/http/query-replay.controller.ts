import * as api from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { Asked, Caller, Handles } from '@ndx/service';
import { Controller } from '@nestjs/common';
import { replaySentence } from '../domain/replay/replay-sentences.js';
import { ReplayQuery } from '../use-cases/replay/replay-query.js';

@Controller()
export class QueryReplayController {
  constructor(private readonly replayQuery: ReplayQuery) {}

  @Handles(api.replayQuery)
  async replay(
    @Caller() principal: Principal,
    @Asked() { path, body }: Asked<typeof api.replayQuery>,
  ) {
    const { event, code, difference, simulation } = await this.replayQuery.replay(
      principal,
      path.query_event_id,
      {
        policyId: body.policy_id,
        policyVersion: body.policy_version,
        isDefault: body.is_default,
        enforced: body.enforced,
        status: body.status,
        modelSelections: body.model_selections,
        consent: body.consent,
        permissiblePurposes: body.permissible_purposes,
      },
    );
    return {
      query_event_id: event.query_event_id,
      code,
      explanation: replaySentence(code, event.outcome),
      difference: difference ?? null,
      simulation: simulation
        ? {
            policy_id: simulation.policy.policyId,
            policy_version: simulation.policy.version,
            recorded_outcome: event.outcome,
            simulated_outcome: simulation.outcome,
            simulated_reason: simulation.reason,
            records: simulation.records.map((record) => ({
              model_name: record.model,
              field_name: record.field,
              network_id: record.networkId,
              furnishing_entity_id: record.furnishingEntityId,
              recorded_code: record.recorded,
              simulated_code: record.simulated,
              explanation: record.sentence,
            })),
          }
        : null,
    };
  }
}
