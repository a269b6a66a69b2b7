import { QueryingPolicyDraftChanged, QueryingPolicySaved } from '@ndx/contracts';
import type { Transaction } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { DraftSimulations } from '../clients/draft-simulations.js';
import type { Publication } from '../domain/draft-approval.js';
import type { Author } from '../domain/policy-draft.js';
import { publicationTests, type RanTest } from '../domain/policy-test.js';
import { republished } from '../domain/policy.js';
import { QUERYING_DRAFTS, type QueryingPolicyDraft } from '../domain/querying-policy-draft.js';
import { configure, queryingPolicyState, type QueryingPolicy } from '../domain/querying-policy.js';
import { PolicyDraftRepository } from '../storage/policy-draft-repository.js';
import { QueryingPolicyRepository } from '../storage/querying-policy-repository.js';
import { QueryingPolicyTestRepository } from '../storage/querying-policy-test-repository.js';
import { CheckSelections } from './check-selections.js';
import type { DraftKind } from './draft-kind.js';
import { SaveVersion } from './save-version.js';

/** The drafts of querying policies. */
@Injectable()
export class QueryingDrafts implements DraftKind<QueryingPolicy, QueryingPolicyDraft> {
  readonly rules = QUERYING_DRAFTS;
  readonly changed = QueryingPolicyDraftChanged;
  readonly drafts: PolicyDraftRepository<QueryingPolicyDraft>;

  constructor(
    dataSource: DataSource,
    readonly policies: QueryingPolicyRepository,
    private readonly selections: CheckSelections,
    private readonly version: SaveVersion,
    private readonly tests: QueryingPolicyTestRepository,
    private readonly simulations: DraftSimulations,
  ) {
    this.drafts = new PolicyDraftRepository('querying', dataSource);
  }

  requireSources(
    networkId: string,
    { modelSelections }: QueryingPolicyDraft,
    headers?: Readonly<Record<string, string>>,
  ): Promise<void> {
    return this.selections.requireSources(networkId, modelSelections, headers);
  }

  async ranTests(manager: EntityManager, draft: QueryingPolicyDraft): Promise<RanTest[]> {
    return publicationTests(await this.tests.ofPolicy(draft.policyId, manager), draft);
  }

  simulationOf(policy: QueryingPolicy, draft: QueryingPolicyDraft) {
    return this.simulations.newestOf(policy, draft);
  }

  async saveVersion(
    tx: Transaction,
    author: Author,
    next: { readonly before: QueryingPolicy; readonly published: Publication<QueryingPolicyDraft> },
  ): Promise<QueryingPolicy> {
    const after = configure(next.before, next.published.draft, new Date());
    await this.version.save(tx, author, { ...next, after });
    return after;
  }

  async confirmVersion(
    tx: Transaction,
    policy: QueryingPolicy,
    digest: string,
  ): Promise<QueryingPolicy | null> {
    const published = await this.policies.publishedDraftOf(tx.manager, policy);
    if (published?.digest !== digest) return null;
    const confirmed = republished(policy, new Date());
    await this.policies.save(tx.manager, confirmed);
    tx.publish(QueryingPolicySaved, queryingPolicyState(confirmed, published.origin));
    return confirmed;
  }
}
