import type { AuthoredModelSelection } from '@ndx/catalog';
import { requireRole, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import type { DraftOfPolicy } from '../domain/policy-draft.js';
import {
  draftOf,
  type AuthoredQueryingDraft,
  type QueryingPolicyDraft,
} from '../domain/querying-policy-draft.js';
import type { QueryingPolicy } from '../domain/querying-policy.js';
import { CheckSelections } from './check-selections.js';
import { QueryingDrafts } from './querying-drafts.js';
import { SavePolicyDraft } from './save-policy-draft.js';

export interface QueryingDraftToSave extends Omit<AuthoredQueryingDraft, 'modelSelections'> {
  readonly modelSelections: readonly AuthoredModelSelection[] | undefined;
  /** The digest of the draft that the author read; null: there was none. */
  readonly expectedDigest: string | null;
}

/** `PUT /v1/networks/policies/querying/{policy_id}/draft` (design 7). */
@Injectable()
export class SaveQueryingPolicyDraft {
  constructor(
    private readonly kind: QueryingDrafts,
    private readonly selections: CheckSelections,
    private readonly drafts: SavePolicyDraft,
  ) {}

  /** @throws RESOURCE_NOT_FOUND, PERMISSION_DENIED, RESOURCE_CONFLICT, VALIDATION_ERROR */
  async save(
    principal: Principal,
    id: string,
    { expectedDigest, ...authored }: QueryingDraftToSave,
  ): Promise<DraftOfPolicy<QueryingPolicy, QueryingPolicyDraft>> {
    const seen = await this.kind.policies.load(principal, id);
    requireRole(principal, seen.networkId, 'governor');
    const modelSelections =
      authored.modelSelections && (await this.selections.complete(seen, authored.modelSelections));
    return this.drafts.save(this.kind, principal, id, {
      expectedDigest,
      draftOf: (policy, replaced) =>
        draftOf({ policy, replaced }, { ...authored, modelSelections }, principal, new Date()),
    });
  }
}
