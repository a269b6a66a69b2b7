import type { AuthoredModelSelection } from '@ndx/catalog';
import { requireRole, type Principal } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { ReviewedNetworks } from '../clients/reviewed-networks.js';
import { requireVersion } from '../domain/policy.js';
import {
  configure,
  requireNotInForce,
  type Configuration,
  type QueryingPolicy,
} from '../domain/querying-policy.js';
import { QueryingPolicyRepository } from '../storage/querying-policy-repository.js';
import { CheckSelections } from './check-selections.js';
import { SaveVersion } from './save-version.js';

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
    private readonly selections: CheckSelections,
    private readonly version: SaveVersion,
    private readonly reviewed: ReviewedNetworks,
  ) {}

  /** @throws RESOURCE_NOT_FOUND, PERMISSION_DENIED, RESOURCE_CONFLICT, VALIDATION_ERROR */
  async configure(
    principal: Principal,
    id: string,
    { expectedVersion, ...authored }: AuthoredConfiguration,
  ): Promise<QueryingPolicy> {
    const seen = await this.policies.load(principal, id);
    requireRole(principal, seen.networkId, 'governor');
    const modelSelections =
      authored.modelSelections && (await this.selections.complete(seen, authored.modelSelections));
    const isReviewed = await this.reviewed.includes(seen.networkId);
    return this.transactions.run(async (tx) => {
      const before = await this.policies.loadToChange(principal, id, tx.manager);
      requireVersion(before, expectedVersion);
      const after = configure(before, { ...authored, modelSelections }, new Date());
      if (isReviewed) requireNotInForce(before, after);
      await this.version.save(tx, principal, { before, after });
      return after;
    });
  }
}
