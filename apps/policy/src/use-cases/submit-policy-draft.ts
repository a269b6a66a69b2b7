import { requireRole, type Principal } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { approvalInForce, submit } from '../domain/draft-approval.js';
import type { SummaryClaims } from '../domain/draft-summary.js';
import {
  draftChange,
  requireDraft,
  type DraftOfPolicy,
  type PolicyDraft,
} from '../domain/policy-draft.js';
import type { Policy } from '../domain/policy.js';
import type { DraftKind } from './draft-kind.js';

/** `POST .../{policy_id}/draft/submit` (decision 0126). */
@Injectable()
export class SubmitPolicyDraft {
  constructor(private readonly transactions: Transactions) {}

  /**
   * Idempotent: the submission of the caller is confirmed by the same request again.
   * @param digest of the draft that the caller read
   * @param record_simulation the statement of the caller
   * @throws RESOURCE_NOT_FOUND, PERMISSION_DENIED, RESOURCE_CONFLICT
   */
  async submit<P extends Policy, D extends PolicyDraft>(
    kind: DraftKind<P, D>,
    principal: Principal,
    id: string,
    { digest, record_simulation }: Pick<SummaryClaims, 'record_simulation'> & { digest: string },
  ): Promise<DraftOfPolicy<P, D>> {
    const seen = await kind.policies.load(principal, id);
    requireRole(principal, seen.networkId, 'governor');
    const simulated = requireDraft(await kind.drafts.find(id), digest);
    const simulation = await kind.simulationOf(seen, simulated);
    return this.transactions.run(async (tx) => {
      const policy = await kind.policies.loadToChange(principal, id, tx.manager);
      const found = requireDraft(await kind.drafts.find(id, tx.manager), digest);
      const tests = await kind.ranTests(tx.manager, found);
      const inputs = { claims: { simulation, record_simulation }, tests };
      const draft = submit(kind.rules, { policy, draft: found }, inputs, principal, new Date());
      if (draft === found) return { policy, draft };
      await kind.drafts.save(tx.manager, policy.networkId, draft);
      const approval = approvalInForce(kind.rules, { policy, draft });
      const change = { change: 'submitted', version: null, approval } as const;
      tx.publish(kind.changed, draftChange(policy, draft, principal, change));
      return { policy, draft };
    });
  }
}
