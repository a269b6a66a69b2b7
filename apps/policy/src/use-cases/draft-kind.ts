import type { EventDeclaration, Principal } from '@ndx/contracts';
import type { Transaction } from '@ndx/messaging';
import type { EntityManager } from 'typeorm';
import type { Publication } from '../domain/draft-approval.js';
import type { Author, DraftChange, DraftRules, PolicyDraft } from '../domain/policy-draft.js';
import type { SummaryClaims } from '../domain/draft-summary.js';
import type { RanTest } from '../domain/policy-test.js';
import type { Policy } from '../domain/policy.js';
import type { PolicyDraftRepository } from '../storage/policy-draft-repository.js';

/** The policies of one kind, as their repository loads them. */
interface DraftedPolicies<P> {
  load(principal: Principal, id: string): Promise<P>;
  /** Locks the pair of the policy. */
  loadToChange(principal: Principal, id: string, manager: EntityManager): Promise<P>;
  loadScheduled(id: string, manager: EntityManager): Promise<P>;
}

/** The differences between the drafts of both kinds of policies. */
export interface DraftKind<P extends Policy = Policy, D extends PolicyDraft = PolicyDraft> {
  readonly rules: DraftRules<P, D>;
  readonly changed: EventDeclaration<DraftChange>;
  readonly policies: DraftedPolicies<P>;
  readonly drafts: PolicyDraftRepository<D>;
  /**
   * @param headers of a caller that is not the account of the request
   * @throws VALIDATION_ERROR when a source of the draft is not in the network
   */
  requireSources(
    networkId: string,
    draft: D,
    headers?: Readonly<Record<string, string>>,
  ): Promise<void>;
  /** The tests that the policy carries, run under the draft. */
  ranTests(manager: EntityManager, draft: D): Promise<readonly RanTest[]>;
  /** The newest simulation of the draft over past queries; null: none. */
  simulationOf(policy: P, draft: D): Promise<SummaryClaims['simulation']>;
  /** Saves the next version, and publishes its events. */
  saveVersion(
    tx: Transaction,
    author: Author,
    next: { readonly before: P; readonly published: Publication<D> },
  ): Promise<P>;
  /**
   * The version that the draft with the digest already became, published again: the first request
   * may have failed after its commit. Null when it became none.
   */
  confirmVersion(tx: Transaction, policy: P, digest: string): Promise<P | null>;
}
