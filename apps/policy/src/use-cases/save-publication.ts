import type { Transaction } from '@ndx/messaging';
import { afterCommit } from '@ndx/postgres';
import { Injectable } from '@nestjs/common';
import type { Publication } from '../domain/draft-approval.js';
import { draftChange, type Author, type PolicyDraft } from '../domain/policy-draft.js';
import type { Policy } from '../domain/policy.js';
import { BreakGlassPublications } from '../metrics/break-glass-publications.js';
import type { DraftKind } from './draft-kind.js';

/** Saves the draft of a policy whose pair is locked as its next version. */
@Injectable()
export class SavePublication {
  constructor(private readonly breakGlass: BreakGlassPublications) {}

  async save<P extends Policy, D extends PolicyDraft>(
    kind: DraftKind<P, D>,
    tx: Transaction,
    principal: Author,
    next: { readonly before: P; readonly published: Publication<D> },
  ): Promise<P> {
    const { draft, approval, breakGlassReason } = next.published;
    const after = await kind.saveVersion(tx, principal, next);
    await kind.drafts.remove(tx.manager, draft);
    const breakGlass = breakGlassReason !== null;
    const change = { change: 'published', version: after.version, approval, breakGlass } as const;
    tx.publish(kind.changed, draftChange(next.before, draft, principal, change));
    if (breakGlass) afterCommit(tx.manager, () => this.breakGlass.published());
    return after;
  }
}
