import { requireRole, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import type { SimulationJob } from '../../domain/simulation/simulation-job.js';
import { simulatedDigest } from '../../domain/simulation/simulated-digest.js';
import { Simulations, type CompletedSimulation } from '../../storage/simulations.js';
import { writtenRules, type NamedDraft } from '../replay/draft-policy.js';

/** The members of a draft of a policy. */
type DraftMembers = Pick<NamedDraft, 'modelSelections' | 'consent' | 'permissiblePurposes'> &
  Pick<SimulationJob, 'networkId' | 'policyId' | 'productId'> &
  Pick<SimulationJob, 'isDefault' | 'enforced' | 'status'>;

/** `POST /internal/simulations/find-newest` (decision 0126). */
@Injectable()
export class FindNewestSimulation {
  constructor(private readonly simulations: Simulations) {}

  /**
   * The newest completed simulation of exactly these members that every governor of the network may
   * read; null if there is none.
   * @throws PERMISSION_DENIED, VALIDATION_ERROR
   */
  async find(principal: Principal, draft: DraftMembers): Promise<CompletedSimulation | null> {
    const { networkId, policyId, productId, isDefault, enforced, status } = draft;
    requireRole(principal, networkId, 'governor');
    const members = { isDefault, enforced, status, ...writtenRules(productId, draft) };
    const digest = simulatedDigest(members);
    return this.simulations.newestCompleted({ networkId, policyId, digest });
  }
}
