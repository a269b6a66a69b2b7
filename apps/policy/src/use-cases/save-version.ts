import { conflict, QueryingPolicyRetired, QueryingPolicySaved, quoted } from '@ndx/contracts';
import type { Transaction } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import {
  ceaseToBeDefault,
  NO_DRAFT,
  policyStanding,
  queryingPolicyState,
  type QueryingPolicy,
  type VersionOrigin,
} from '../domain/querying-policy.js';
import { publishedDraft, versionOrigin, type Publication } from '../domain/draft-approval.js';
import { failedAmong, publicationTests, testsFailed } from '../domain/policy-test.js';
import type { Author } from '../domain/policy-draft.js';
import { QueryingPolicyRepository } from '../storage/querying-policy-repository.js';
import { QueryingPolicyTestRepository } from '../storage/querying-policy-test-repository.js';

/** The next version of a policy. */
export interface NextVersion {
  readonly before: QueryingPolicy;
  readonly after: QueryingPolicy;
  /** The draft that becomes the version, if any. */
  readonly published?: Publication;
}

/** Saves and publishes the next version of a policy whose pair is locked. */
@Injectable()
export class SaveVersion {
  constructor(
    private readonly policies: QueryingPolicyRepository,
    private readonly tests: QueryingPolicyTestRepository,
  ) {}

  /**
   * @throws RESOURCE_CONFLICT when another policy of the pair has the name, or when a test fails
   *   under a version that was no draft
   */
  async save(tx: Transaction, principal: Author, next: NextVersion): Promise<void> {
    const { before, after } = next;
    if (!next.published) await this.requireTests(tx, after);
    if (await this.policies.isNameTaken(tx.manager, after)) {
      throw conflict(
        'already_exists',
        `the network already has a querying policy named ${quoted(after.name)} for this product`,
      );
    }
    if (after.isDefault) await this.retireOtherDefault(tx, after);
    await this.policies.saveVersion(tx.manager, principal, next);
    if (retires(before, after)) tx.publish(QueryingPolicyRetired, policyStanding(after));
    else tx.publish(QueryingPolicySaved, queryingPolicyState(after, originOf(next, principal)));
  }

  private async requireTests(tx: Transaction, after: QueryingPolicy): Promise<void> {
    const carried = await this.tests.ofPolicy(after.id, tx.manager);
    const failing = failedAmong(publicationTests(carried, after));
    if (failing.length > 0) throw testsFailed(failing);
  }

  private async retireOtherDefault(tx: Transaction, next: QueryingPolicy): Promise<void> {
    const former = await this.policies.otherDefault(tx.manager, next);
    if (!former) return;
    const retired = ceaseToBeDefault(former, next.updatedAt);
    await this.policies.save(tx.manager, retired);
    tx.publish(QueryingPolicyRetired, policyStanding(retired));
  }
}

function originOf({ after, published }: NextVersion, author: Author): VersionOrigin {
  if (!published) return NO_DRAFT;
  return versionOrigin(publishedDraft(published, author), after.updatedAt);
}

/** Whether the change only takes the policy out of force. */
function retires(before: QueryingPolicy, after: QueryingPolicy): boolean {
  const isEnded = after.status !== 'published' && after.status !== before.status;
  const asksTheSame =
    after.modelSelections === before.modelSelections &&
    after.consent === before.consent &&
    after.permissiblePurposes === before.permissiblePurposes;
  return isEnded && asksTheSame;
}
