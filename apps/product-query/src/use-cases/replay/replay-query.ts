import {
  denied,
  networksWithRole,
  QuerySimulated,
  type Principal,
  type QueryEvent,
  type ReplayCode,
} from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { shownDifference, type ShownDifference } from '../../domain/replay/shown-difference.js';
import { maySimulate, type Simulation } from '../../domain/replay/simulate.js';
import { DecisionRepository, type DecidedQuery } from '../../storage/decision-repository.js';
import { DraftPolicies, type DraftPolicy, type NamedDraft } from './draft-policy.js';
import { Replayer, type Replay } from './replayer.js';
import { Simulator } from './simulator.js';
import { simulatedQuery } from './simulated-query.js';

export interface ShownReplay extends Omit<Replay, 'code' | 'difference'> {
  readonly code: ReplayCode | 'simulated';
  readonly difference?: ShownDifference | undefined;
  readonly simulation?: (Simulation & { readonly policy: DraftPolicy }) | undefined;
}

/** `POST /v1/query-events/{query_event_id}/replay` (decision 0076). */
@Injectable()
export class ReplayQuery {
  constructor(
    private readonly decisions: DecisionRepository,
    private readonly replayer: Replayer,
    private readonly simulator: Simulator,
    private readonly drafts: DraftPolicies,
    private readonly transactions: Transactions,
  ) {}

  /**
   * @param named the policy under which the query is simulated; empty: it is replayed
   * @throws RESOURCE_NOT_FOUND when the caller may not read the query event, PERMISSION_DENIED
   *   when it governs none of its networks or, for a simulation, not all, VALIDATION_ERROR
   */
  async replay(
    principal: Principal,
    queryEventId: string,
    named: NamedDraft = {},
  ): Promise<ShownReplay> {
    const { query, reader } = await this.decisions.find(principal, queryEventId);
    const governed = networksWithRole(principal, 'governor');
    const { event } = query;
    if (!event.network_ids.some((id) => governed.includes(id))) {
      throw denied('role_missing', 'only a governor of a network of the query can replay it');
    }
    const draft = await this.drafts.find(principal, event.product_id, named);
    if (draft && !maySimulate(governed, event)) {
      throw denied('role_missing', 'only a governor of every network of the query can simulate it');
    }
    const result = draft
      ? await this.simulate(principal, query, draft)
      : await this.replayer.replay(query);
    return {
      ...result,
      difference: result.difference && shownDifference(result.difference, reader),
    };
  }

  private async simulate(principal: Principal, query: DecidedQuery, policy: DraftPolicy) {
    const { event } = query;
    const [simulated] = await this.simulator.simulateAll([query], policy);
    if (!simulated) throw new Error('a query has no simulation');
    if ('code' in simulated) return simulated;
    const { simulation } = simulated;
    await this.audit(principal, event, policy, simulation);
    return {
      event,
      code: 'simulated' as const,
      difference: undefined,
      simulation: { ...simulation, policy },
    };
  }

  /** Commits the audit entry of a simulation before its answer is sent (decision 0076). */
  private audit(
    principal: Principal,
    event: QueryEvent,
    policy: DraftPolicy,
    { outcome }: Simulation,
  ): Promise<void> {
    const simulated = { ...policy, id: policy.policyId };
    return this.transactions.run((tx) => {
      tx.publish(QuerySimulated, simulatedQuery(principal, event, simulated, outcome));
      return Promise.resolve();
    });
  }
}
