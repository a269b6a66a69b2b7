import { FurnishingPolicyDraftChanged, FurnishingPolicySaved } from '@ndx/contracts';
import type { Transaction } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { datasetWithId } from '../domain/catalogue.js';
import type { Publication } from '../domain/draft-approval.js';
import {
  FURNISHING_DRAFTS,
  publishFurnishingDraft,
  type FurnishingPolicyDraft,
  type FurnishingPolicyInPlace,
} from '../domain/furnishing-policy-draft.js';
import { furnishingPolicyState, type FurnishingPolicy } from '../domain/furnishing-policy.js';
import type { Author } from '../domain/policy-draft.js';
import { republished } from '../domain/policy.js';
import { FurnishingPolicyRepository } from '../storage/furnishing-policy-repository.js';
import { FurnishingPolicyStandings } from '../storage/furnishing-policy-standings.js';
import { PolicyDraftRepository } from '../storage/policy-draft-repository.js';
import type { DraftKind } from './draft-kind.js';

/** The drafts of furnishing policies. */
@Injectable()
export class FurnishingDrafts implements DraftKind<FurnishingPolicyInPlace, FurnishingPolicyDraft> {
  readonly rules = FURNISHING_DRAFTS;
  readonly changed = FurnishingPolicyDraftChanged;
  readonly drafts: PolicyDraftRepository<FurnishingPolicyDraft>;

  constructor(
    dataSource: DataSource,
    readonly policies: FurnishingPolicyStandings,
    private readonly rows: FurnishingPolicyRepository,
  ) {
    this.drafts = new PolicyDraftRepository('furnishing', dataSource);
  }

  /** A furnishing policy names no sources. */
  async requireSources(): Promise<void> {}

  /** A furnishing policy carries no tests. */
  async ranTests(): Promise<readonly []> {
    return [];
  }

  /** Furnishing stores no simulation over past records: the author states its counts. */
  async simulationOf(): Promise<null> {
    return null;
  }

  async saveVersion(
    tx: Transaction,
    author: Author,
    {
      before,
      published,
    }: {
      readonly before: FurnishingPolicyInPlace;
      readonly published: Publication<FurnishingPolicyDraft>;
    },
  ): Promise<FurnishingPolicyInPlace> {
    const saved = publishFurnishingDraft(before, published, author, new Date());
    // The next version first: no record is furnished without either of them.
    for (const policy of saved) await this.save(tx, policy);
    return { ...before, ...saved[0] };
  }

  async confirmVersion(
    tx: Transaction,
    policy: FurnishingPolicyInPlace,
    digest: string,
  ): Promise<FurnishingPolicyInPlace | null> {
    const found = await this.rows.ofDraft(tx.manager, policy, digest);
    if (!found) return null;
    const confirmed = republished(found, new Date());
    await this.save(tx, confirmed);
    return { ...policy, ...confirmed };
  }

  private async save(tx: Transaction, policy: FurnishingPolicy): Promise<void> {
    await this.rows.save(tx.manager, policy);
    const dataset = datasetWithId(policy.productId);
    tx.publish(FurnishingPolicySaved, furnishingPolicyState(dataset, policy));
  }
}
