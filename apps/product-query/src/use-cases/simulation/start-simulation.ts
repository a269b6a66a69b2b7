import { invalid, networksWithRole, newId, QueriesSimulated, type Principal } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { simulatedDigest } from '../../domain/simulation/simulated-digest.js';
import { NO_COUNTS } from '../../domain/simulation/simulation-counts.js';
import { firstPlace, type SimulationJob } from '../../domain/simulation/simulation-job.js';
import { Simulations } from '../../storage/simulations.js';
import { DraftPolicies, type DraftOfPolicy, type NamedDraft } from '../replay/draft-policy.js';
import { simulationEvent } from './simulation-event.js';

/** What a governor simulates: a version of a policy, or the members that it would have. */
export interface RequestedSimulation extends Omit<NamedDraft, 'policyId'> {
  readonly policyId: string;
  readonly from: Date;
  /** Undefined: now. */
  readonly to: Date | undefined;
}

/** `POST /v1/simulations`. */
@Injectable()
export class StartSimulation {
  constructor(
    private readonly drafts: DraftPolicies,
    private readonly simulations: Simulations,
    private readonly transactions: Transactions,
  ) {}

  /**
   * @throws RESOURCE_NOT_FOUND for a policy of a network that the caller does not govern,
   *   VALIDATION_ERROR, RESOURCE_CONFLICT while another simulation of the network is running
   */
  async start(principal: Principal, requested: RequestedSimulation): Promise<SimulationJob> {
    const draft = await this.drafts.ofPolicy(principal, requested);
    const job = jobOf(principal, draft, requested);
    await this.transactions.run(async (tx) => {
      await this.simulations.create(tx.manager, job);
      tx.publish(QueriesSimulated, simulationEvent(job, [job.networkId]));
    });
    return job;
  }
}

function jobOf(
  principal: Principal,
  draft: DraftOfPolicy,
  { from, to }: RequestedSimulation,
): SimulationJob {
  const { networkId, version: policyVersion } = draft;
  const now = new Date();
  const periodEnd = to && to < now ? to : now;
  if (from >= periodEnd) throw invalid('invalid_window', 'from must be before to, and in the past');
  return {
    simulationId: newId(),
    networkId,
    networkIds: [networkId],
    governed: networksWithRole(principal, 'governor'),
    entityId: principal.entity_id,
    accountId: principal.account_id,
    policyId: draft.policyId,
    policyVersion,
    productId: draft.productId,
    isDefault: draft.isDefault,
    enforced: draft.enforced,
    status: draft.status,
    digest: simulatedDigest(draft),
    modelSelections: draft.modelSelections,
    consent: draft.consent,
    permissiblePurposes: draft.permissiblePurposes,
    periodStart: from,
    periodEnd,
    state: 'running',
    failure: null,
    counts: NO_COUNTS,
    listed: 0,
    ...firstPlace({ periodStart: from }),
    createdAt: now,
    endedAt: null,
  };
}
