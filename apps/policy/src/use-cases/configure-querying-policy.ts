import { completeSelections, type AuthoredModelSelection } from '@ndx/catalog';
import {
  conflict,
  QueryingPolicyRetired,
  QueryingPolicySaved,
  requireRole,
  type ModelSelection,
  type Principal,
  quoted,
} from '@ndx/contracts';
import { Transactions, type Transaction } from '@ndx/messaging';
import { NetworkMembers } from '@ndx/service';
import { Injectable } from '@nestjs/common';
import { datasetWithId } from '../domain/catalogue.js';
import { requireVersion } from '../domain/policy.js';
import {
  ceaseToBeDefault,
  configure,
  policyStanding,
  queryingPolicyState,
  type Configuration,
  type QueryingPolicy,
} from '../domain/querying-policy.js';
import { QueryingPolicyRepository } from '../storage/querying-policy-repository.js';

export interface AuthoredConfiguration extends Omit<Configuration, 'modelSelections'> {
  readonly modelSelections: readonly AuthoredModelSelection[] | undefined;
  readonly expectedVersion: number | undefined;
}

/** `PUT /v1/networks/policies/querying/{policy_id}/configuration` (contract 4.4, design 7). */
@Injectable()
export class ConfigureQueryingPolicy {
  constructor(
    private readonly transactions: Transactions,
    private readonly policies: QueryingPolicyRepository,
    private readonly members: NetworkMembers,
  ) {}

  /** @throws RESOURCE_NOT_FOUND, PERMISSION_DENIED, RESOURCE_CONFLICT, VALIDATION_ERROR */
  async configure(
    principal: Principal,
    id: string,
    { expectedVersion, ...authored }: AuthoredConfiguration,
  ): Promise<QueryingPolicy> {
    const modelSelections = await this.checkedSelections(principal, id, authored.modelSelections);
    return this.transactions.run(async (tx) => {
      const policy = await this.policies.loadToChange(principal, id, tx.manager);
      requireVersion(policy, expectedVersion);
      const now = new Date();
      const configured = configure(policy, { ...authored, modelSelections }, now);
      await this.requireFreeName(tx, configured);
      if (configured.isDefault) await this.retireOtherDefault(tx, configured, now);
      await this.policies.saveVersion(tx.manager, principal, configured);
      if (retires(policy, configured))
        tx.publish(QueryingPolicyRetired, policyStanding(configured));
      else tx.publish(QueryingPolicySaved, queryingPolicyState(configured));
      return configured;
    });
  }

  /**
   * The complete selections. Their form and size are checked before entity is asked about their
   * sources: a source outside the network would exclude every record.
   */
  private async checkedSelections(
    principal: Principal,
    id: string,
    authored: readonly AuthoredModelSelection[] | undefined,
  ): Promise<ModelSelection[] | undefined> {
    const { networkId, productId } = await this.policies.load(principal, id);
    requireRole(principal, networkId, 'governor');
    if (!authored) return undefined;
    const selections = completeSelections(datasetWithId(productId), authored);
    const sources = selections.flatMap((model) => [
      ...model.selected_provenance_option_ids,
      ...model.field_selections.flatMap((field) => field.selected_provenance_option_ids),
    ]);
    await this.members.require([networkId], [...new Set(sources)]);
    return selections;
  }

  private async requireFreeName(tx: Transaction, policy: QueryingPolicy): Promise<void> {
    if (await this.policies.isNameTaken(tx.manager, policy)) {
      throw conflict(
        'already_exists',
        `the network already has a querying policy named ${quoted(policy.name)} for this product`,
      );
    }
  }

  private async retireOtherDefault(
    tx: Transaction,
    next: QueryingPolicy,
    now: Date,
  ): Promise<void> {
    const former = await this.policies.otherDefault(tx.manager, next);
    if (!former) return;
    const retired = ceaseToBeDefault(former, now);
    await this.policies.save(tx.manager, retired);
    tx.publish(QueryingPolicyRetired, policyStanding(retired));
  }
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
