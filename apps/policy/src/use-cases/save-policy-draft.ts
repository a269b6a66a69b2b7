import type { Principal } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import {
  draftChange,
  requireSameDraft,
  type DraftOfPolicy,
  type PolicyDraft,
} from '../domain/policy-draft.js';
import type { Policy } from '../domain/policy.js';
import type { DraftKind } from './draft-kind.js';

/** A draft to save, and the draft that it replaces. */
export interface DraftToSave<P, D> {
  /** The digest of the draft that the author read; null: there was none. */
  readonly expectedDigest: string | null;
  readonly draftOf: (policy: P, replaced: D | null) => D;
}

/** `PUT .../{policy_id}/draft` (design 7). */
@Injectable()
export class SavePolicyDraft {
  constructor(private readonly transactions: Transactions) {}

  /**
   * Idempotent: the author's draft is confirmed by the same request again.
   * @throws RESOURCE_NOT_FOUND, PERMISSION_DENIED, RESOURCE_CONFLICT, VALIDATION_ERROR
   */
  save<P extends Policy, D extends PolicyDraft>(
    kind: DraftKind<P, D>,
    principal: Principal,
    id: string,
    { expectedDigest, draftOf }: DraftToSave<P, D>,
  ): Promise<DraftOfPolicy<P, D>> {
    return this.transactions.run(async (tx) => {
      const policy = await kind.policies.loadToChange(principal, id, tx.manager);
      const found = await kind.drafts.find(id, tx.manager);
      const draft = draftOf(policy, found);
      if (found && kind.rules.isSavedAlready(found, draft)) return { policy, draft: found };
      requireSameDraft(found, expectedDigest);
      await kind.drafts.save(tx.manager, policy.networkId, draft);
      const change = { change: 'saved', version: null, approval: null } as const;
      tx.publish(kind.changed, draftChange(policy, draft, principal, change));
      return { policy, draft };
    });
  }
}
