import { requireRole, type Principal } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { ReviewedNetworks } from '../clients/reviewed-networks.js';
import { publication } from '../domain/draft-approval.js';
import { requireDraft, type PolicyDraft } from '../domain/policy-draft.js';
import { failedAmong } from '../domain/policy-test.js';
import type { Policy } from '../domain/policy.js';
import type { DraftKind } from './draft-kind.js';
import { SavePublication } from './save-publication.js';

export interface PublicationRequest {
  readonly digest: string;
  readonly reason: string | undefined;
}

/** `POST .../{policy_id}/draft/publish` (design 7). */
@Injectable()
export class PublishPolicyDraft {
  constructor(
    private readonly transactions: Transactions,
    private readonly reviewed: ReviewedNetworks,
    private readonly publication: SavePublication,
  ) {}

  /**
   * The draft becomes the next version. A repeated request confirms the publication.
   * @param digest of the draft that the caller read
   * @param reason why the publication cannot wait for an approval, or for tests to pass
   * @throws RESOURCE_NOT_FOUND, PERMISSION_DENIED, RESOURCE_CONFLICT, VALIDATION_ERROR when a
   *   source has left the network since the draft was saved
   */
  async publish<P extends Policy, D extends PolicyDraft>(
    kind: DraftKind<P, D>,
    principal: Principal,
    id: string,
    { digest, reason }: PublicationRequest,
  ): Promise<P> {
    const policy = await kind.policies.load(principal, id);
    requireRole(principal, policy.networkId, 'governor');
    const seen = await kind.drafts.find(id);
    if (seen) await kind.requireSources(policy.networkId, seen);
    const isReviewed = await this.reviewed.includes(policy.networkId);
    return this.transactions.run(async (tx) => {
      const before = await kind.policies.loadToChange(principal, id, tx.manager);
      const found = await kind.drafts.find(id, tx.manager);
      const confirmed = found ? null : await kind.confirmVersion(tx, before, digest);
      if (confirmed) return confirmed;
      const draft = requireDraft(found, digest);
      const failing = failedAmong(await kind.ranTests(tx.manager, draft));
      const terms = { failing, isReviewed, reason };
      const published = publication(kind.rules, { policy: before, draft }, terms);
      return this.publication.save(kind, tx, principal, { before, published });
    });
  }
}
