import type { AuthoredModelSelection } from '@ndx/catalog';
import { QueryingPolicyDraftChanged, requireRole, type Principal } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import {
  draftChange,
  draftOf,
  isSavedAlready,
  requireSameDraft,
  type AuthoredDraft,
  type DraftOfPolicy,
} from '../domain/querying-policy-draft.js';
import { QueryingPolicyDraftRepository } from '../storage/querying-policy-draft-repository.js';
import { QueryingPolicyRepository } from '../storage/querying-policy-repository.js';
import { CheckSelections } from './check-selections.js';

export interface DraftToSave extends Omit<AuthoredDraft, 'modelSelections'> {
  readonly modelSelections: readonly AuthoredModelSelection[] | undefined;
  /** The digest of the draft that the author read; null: there was none. */
  readonly expectedDigest: string | null;
}

/** `PUT /v1/networks/policies/querying/{policy_id}/draft` (design 7). */
@Injectable()
export class SaveQueryingPolicyDraft {
  constructor(
    private readonly transactions: Transactions,
    private readonly policies: QueryingPolicyRepository,
    private readonly drafts: QueryingPolicyDraftRepository,
    private readonly selections: CheckSelections,
  ) {}

  /**
   * Idempotent: the author's draft is confirmed by the same request again.
   * @throws RESOURCE_NOT_FOUND, PERMISSION_DENIED, RESOURCE_CONFLICT, VALIDATION_ERROR
   */
  async save(
    principal: Principal,
    id: string,
    { expectedDigest, ...authored }: DraftToSave,
  ): Promise<DraftOfPolicy> {
    const seen = await this.policies.load(principal, id);
    requireRole(principal, seen.networkId, 'governor');
    const modelSelections =
      authored.modelSelections && (await this.selections.complete(seen, authored.modelSelections));
    return this.transactions.run(async (tx) => {
      const policy = await this.policies.loadToChange(principal, id, tx.manager);
      const found = await this.drafts.find(id, tx.manager);
      const draft = draftOf(
        { policy, replaced: found },
        { ...authored, modelSelections },
        principal,
        new Date(),
      );
      if (found && isSavedAlready(found, draft)) return { policy, draft: found };
      requireSameDraft(found, expectedDigest);
      await this.drafts.save(tx.manager, draft);
      const change = { change: 'saved', version: null, approval: null } as const;
      tx.publish(QueryingPolicyDraftChanged, draftChange(policy, draft, principal, change));
      return { policy, draft };
    });
  }
}
