import { QueryingPolicySaved, requireRole, type Principal } from '@ndx/contracts';
import { Transactions, type Transaction } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { ReviewedNetworks } from '../clients/reviewed-networks.js';
import { publication } from '../domain/draft-approval.js';
import {
  queryingPolicyState,
  republished,
  type QueryingPolicy,
} from '../domain/querying-policy.js';
import { requireDraft } from '../domain/querying-policy-draft.js';
import { QueryingPolicyDraftRepository } from '../storage/querying-policy-draft-repository.js';
import { QueryingPolicyRepository } from '../storage/querying-policy-repository.js';
import { CheckSelections } from './check-selections.js';
import { SavePublication } from './save-publication.js';

export interface PublicationRequest {
  readonly digest: string;
  readonly reason: string | undefined;
}

/** `POST /v1/networks/policies/querying/{policy_id}/draft/publish` (design 7). */
@Injectable()
export class PublishQueryingPolicyDraft {
  constructor(
    private readonly transactions: Transactions,
    private readonly policies: QueryingPolicyRepository,
    private readonly drafts: QueryingPolicyDraftRepository,
    private readonly selections: CheckSelections,
    private readonly reviewed: ReviewedNetworks,
    private readonly publication: SavePublication,
  ) {}

  /**
   * The draft becomes the next version. A repeated request confirms the publication.
   * @param digest of the draft that the caller read
   * @param reason why a publication that needs an approval cannot wait for one
   * @throws RESOURCE_NOT_FOUND, PERMISSION_DENIED, RESOURCE_CONFLICT, VALIDATION_ERROR when a
   *   source has left the network since the draft was saved
   */
  async publish(
    principal: Principal,
    id: string,
    { digest, reason }: PublicationRequest,
  ): Promise<QueryingPolicy> {
    const policy = await this.policies.load(principal, id);
    requireRole(principal, policy.networkId, 'governor');
    const seen = await this.drafts.find(id);
    if (seen) await this.selections.requireSources(policy.networkId, seen.modelSelections);
    const isReviewed = await this.reviewed.includes(policy.networkId);
    return this.transactions.run(async (tx) => {
      const before = await this.policies.loadToChange(principal, id, tx.manager);
      const found = await this.drafts.find(id, tx.manager);
      if (!found && (await this.policies.draftDigestOf(tx.manager, before)) === digest) {
        return this.confirm(tx, before);
      }
      const draft = requireDraft(found, digest);
      const published = publication(before, draft, { isReviewed, reason });
      return this.publication.save(tx, principal, { before, published });
    });
  }

  /** The first request may have failed after its commit, before the change applied to queries. */
  private async confirm(tx: Transaction, policy: QueryingPolicy): Promise<QueryingPolicy> {
    const confirmed = republished(policy, new Date());
    await this.policies.save(tx.manager, confirmed);
    tx.publish(QueryingPolicySaved, queryingPolicyState(confirmed));
    return confirmed;
  }
}
