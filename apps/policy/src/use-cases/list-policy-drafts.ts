import { networksWithRole, requireRole, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ReviewedNetworks } from '../clients/reviewed-networks.js';
import type { DraftApproval } from '../domain/draft-summary.js';
import { approvalInForce } from '../domain/draft-approval.js';
import type { PolicyDraft } from '../domain/policy-draft.js';
import type { Policy } from '../domain/policy.js';
import { FurnishingPolicyRepository } from '../storage/furnishing-policy-repository.js';
import { openDrafts } from '../storage/policy-draft-repository.js';
import type { PolicyDraftRow } from '../storage/policy-draft-row.js';
import type { DraftKind } from './draft-kind.js';
import { FurnishingDrafts } from './furnishing-drafts.js';
import { QueryingDrafts } from './querying-drafts.js';

/** A draft beside its policy. */
export interface OpenDraft {
  readonly draft: PolicyDraftRow;
  readonly policy: Policy;
  /** The approval in force. */
  readonly approval: DraftApproval | null;
  /** Whether the network requires an approval that the draft does not have. */
  readonly awaitsApproval: boolean;
}

interface DraftPage {
  /** Undefined: every network that the caller governs. */
  readonly networkId: string | undefined;
  readonly after: string;
  readonly limit: number;
}

/** `GET /v1/networks/policies/drafts` (design 7). */
@Injectable()
export class ListPolicyDrafts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly querying: QueryingDrafts,
    private readonly furnishing: FurnishingDrafts,
    private readonly furnishingPolicies: FurnishingPolicyRepository,
    private readonly reviewed: ReviewedNetworks,
  ) {}

  /**
   * The drafts of both kinds, ordered by the id of the policy.
   * @throws PERMISSION_DENIED when the caller does not govern the network
   */
  async list(principal: Principal, { networkId, ...page }: DraftPage): Promise<OpenDraft[]> {
    if (networkId !== undefined) requireRole(principal, networkId, 'governor');
    const networkIds =
      networkId === undefined ? networksWithRole(principal, 'governor') : [networkId];
    const drafts = await openDrafts(this.dataSource.manager, networkIds, page);
    const policies = await this.policiesOf(drafts);
    const reviewed = await this.reviewedAmong(drafts);
    const open: OpenDraft[] = [];
    for (const draft of drafts) {
      const policy = policies.get(draft.policyId);
      // It was published and its policy replaced since the drafts were read.
      if (!policy) continue;
      const approval = draft.approval && (await this.approvalOf(principal, draft));
      const awaitsApproval = approval === null && reviewed.has(draft.networkId);
      open.push({ draft, policy, approval, awaitsApproval });
    }
    return open;
  }

  private async policiesOf(
    drafts: readonly PolicyDraftRow[],
  ): Promise<ReadonlyMap<string, Policy>> {
    const idsOf = (kind: PolicyDraftRow['kind']) =>
      drafts.filter((draft) => draft.kind === kind).map(({ policyId }) => policyId);
    const found = await Promise.all([
      this.querying.policies.among(idsOf('querying')),
      this.furnishingPolicies.among(idsOf('furnishing')),
    ]);
    return new Map<string, Policy>(found.flatMap((policies) => [...policies]));
  }

  /** The networks that review changes of policies. */
  private async reviewedAmong(drafts: readonly PolicyDraftRow[]): Promise<ReadonlySet<string>> {
    const networkIds = [...new Set(drafts.map(({ networkId }) => networkId))];
    const found = await Promise.all(
      networkIds.map(async (id) => ((await this.reviewed.includes(id)) ? [id] : [])),
    );
    return new Set(found.flat());
  }

  private approvalOf(principal: Principal, { kind, policyId }: PolicyDraftRow) {
    return kind === 'querying'
      ? inForce(this.querying, principal, policyId)
      : inForce(this.furnishing, principal, policyId);
  }
}

async function inForce<P extends Policy, D extends PolicyDraft>(
  { rules, policies, drafts }: DraftKind<P, D>,
  principal: Principal,
  policyId: string,
): Promise<DraftApproval | null> {
  const draft = await drafts.find(policyId);
  if (!draft) return null;
  return approvalInForce(rules, { policy: await policies.load(principal, policyId), draft });
}
