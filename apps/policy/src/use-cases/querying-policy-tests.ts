import {
  notFound,
  QueryingPolicyTestChanged,
  quoted,
  requireRole,
  type Principal,
} from '@ndx/contracts';
import { Transactions, type Transaction } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  carriedTest,
  requireRoom,
  runTests,
  testChange,
  type CarriedTest,
  type RanTest,
} from '../domain/policy-test.js';
import type { QueryingPolicyDraft } from '../domain/querying-policy-draft.js';
import type { QueryingPolicy } from '../domain/querying-policy.js';
import { QueryingPolicyTestRepository } from '../storage/querying-policy-test-repository.js';
import { QueryingDrafts } from './querying-drafts.js';

/** Tests of a policy, run under its latest version and under its draft, if any. */
export interface RanTests {
  readonly policy: QueryingPolicy;
  readonly draft: QueryingPolicyDraft | null;
  readonly results: readonly RanTest[];
  /** Of the same tests; null without a draft. */
  readonly draftResults: readonly RanTest[] | null;
}

/** `GET`, `PUT`, `DELETE .../{policy_id}/tests`. */
@Injectable()
export class QueryingPolicyTests {
  constructor(
    private readonly transactions: Transactions,
    private readonly kind: QueryingDrafts,
    private readonly tests: QueryingPolicyTestRepository,
  ) {}

  /** @throws RESOURCE_NOT_FOUND, PERMISSION_DENIED */
  async list(principal: Principal, id: string): Promise<RanTests> {
    const policy = await this.kind.policies.load(principal, id);
    requireRole(principal, policy.networkId, 'governor');
    return this.run(policy, await this.tests.ofPolicy(id));
  }

  /**
   * A repeated request confirms the first. A replaced test ends the approval of the draft.
   * @param authored in the format of a file of `ndx policy test`
   * @throws RESOURCE_NOT_FOUND, PERMISSION_DENIED, VALIDATION_ERROR, RESOURCE_CONFLICT when the
   *   policy has as many tests as it may have
   */
  save(
    principal: Principal,
    id: string,
    authored: Readonly<Record<string, unknown>>,
  ): Promise<RanTests> {
    return this.transactions.run(async (tx) => {
      const policy = await this.kind.policies.loadToChange(principal, id, tx.manager);
      const test = carriedTest(policy, authored, principal, new Date());
      const carried = await this.tests.ofPolicy(id, tx.manager);
      requireRoom(carried, test);
      const same = carried.find(({ digest }) => digest === test.digest);
      if (same) return this.run(policy, [same], tx.manager);
      if (carried.some(({ name }) => name === test.name)) await this.endApproval(tx, policy);
      await this.tests.save(tx.manager, test);
      tx.publish(QueryingPolicyTestChanged, testChange(policy, test, principal, 'saved'));
      return this.run(policy, [test], tx.manager);
    });
  }

  /** Ends the approval of the draft. @throws RESOURCE_NOT_FOUND, PERMISSION_DENIED */
  remove(principal: Principal, id: string, name: string): Promise<RanTests> {
    return this.transactions.run(async (tx) => {
      const policy = await this.kind.policies.loadToChange(principal, id, tx.manager);
      const carried = await this.tests.ofPolicy(id, tx.manager);
      const test = carried.find((each) => each.name === name);
      if (!test) {
        throw notFound('policy_test_not_found', `the policy carries no test ${quoted(name)}`);
      }
      await this.endApproval(tx, policy);
      await this.tests.remove(tx.manager, test);
      tx.publish(QueryingPolicyTestChanged, testChange(policy, test, principal, 'deleted'));
      return this.run(policy, [test], tx.manager);
    });
  }

  /** Its account approved the draft with the tests that the policy carried. */
  private async endApproval({ manager }: Transaction, { id, networkId }: QueryingPolicy) {
    const draft = await this.kind.drafts.find(id, manager);
    if (!draft?.approval) return;
    await this.kind.drafts.save(manager, networkId, { ...draft, approval: null });
  }

  private async run(
    policy: QueryingPolicy,
    tests: readonly CarriedTest[],
    manager?: EntityManager,
  ): Promise<RanTests> {
    const draft = await this.kind.drafts.find(policy.id, manager);
    const draftResults = draft && runTests(tests, draft);
    return { policy, draft, results: runTests(tests, policy), draftResults };
  }
}
