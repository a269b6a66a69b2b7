import { QueryingPolicyDraftChanged } from '@ndx/contracts';
import type { Transaction } from '@ndx/messaging';
import { afterCommit } from '@ndx/postgres';
import { Injectable } from '@nestjs/common';
import { publishedDraft, type Publication } from '../domain/draft-approval.js';
import { draftChange, type Author } from '../domain/querying-policy-draft.js';
import type { QueryingPolicy } from '../domain/querying-policy.js';
import { BreakGlassPublications } from '../metrics/break-glass-publications.js';
import { QueryingPolicyDraftRepository } from '../storage/querying-policy-draft-repository.js';
import { SaveVersion } from './save-version.js';

/** Saves the draft of a policy whose pair is locked as its next version. */
@Injectable()
export class SavePublication {
  constructor(
    private readonly drafts: QueryingPolicyDraftRepository,
    private readonly version: SaveVersion,
    private readonly breakGlass: BreakGlassPublications,
  ) {}

  async save(
    tx: Transaction,
    principal: Author,
    { before, published }: { readonly before: QueryingPolicy; readonly published: Publication },
  ): Promise<QueryingPolicy> {
    const { draft, approval, breakGlassReason } = published;
    const after = publishedDraft(before, draft, new Date());
    await this.version.save(tx, principal, { before, after, published });
    await this.drafts.remove(tx.manager, draft);
    const breakGlass = breakGlassReason !== null;
    const change = { change: 'published', version: after.version, approval, breakGlass } as const;
    tx.publish(QueryingPolicyDraftChanged, draftChange(before, draft, principal, change));
    if (breakGlass) afterCommit(tx.manager, () => this.breakGlass.published());
    return after;
  }
}
