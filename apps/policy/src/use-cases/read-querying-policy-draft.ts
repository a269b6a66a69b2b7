import { requireRole, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { requireDraft, type DraftOfPolicy } from '../domain/querying-policy-draft.js';
import { QueryingPolicyDraftRepository } from '../storage/querying-policy-draft-repository.js';
import { QueryingPolicyRepository } from '../storage/querying-policy-repository.js';

/** `GET /v1/networks/policies/querying/{policy_id}/draft` (design 7). */
@Injectable()
export class ReadQueryingPolicyDraft {
  constructor(
    private readonly policies: QueryingPolicyRepository,
    private readonly drafts: QueryingPolicyDraftRepository,
  ) {}

  /** @throws RESOURCE_NOT_FOUND, PERMISSION_DENIED */
  async read(principal: Principal, id: string): Promise<DraftOfPolicy> {
    const policy = await this.policies.load(principal, id);
    requireRole(principal, policy.networkId, 'governor');
    const draft = requireDraft(await this.drafts.find(id));
    return { policy, draft };
  }
}
