import { QueryingPolicyRetired, QueryingPolicySaved, type PayloadOf } from '@ndx/contracts';
import type { Transaction } from '@ndx/messaging';
import { ownedRow, revisionAfter, type ReadModelRow } from '@ndx/replication';
import {
  ceaseToBeDefault,
  policyStanding,
  queryingPolicyState,
  type QueryingPolicy,
} from '../domain/querying-policy.js';
import { QueryingPolicyRow } from '../storage/querying-policy-row.js';

type State = PayloadOf<typeof QueryingPolicySaved>;

/**
 * Recovers a querying policy whose read model is ahead: takes the read model's configuration,
 * because that was acknowledged. The change that found the read model ahead was based on an earlier
 * configuration and may have named only some members: it is not acknowledged, and the governor
 * repeats it (replication 4).
 */
export const OWNED_QUERYING_POLICIES = ownedRow<QueryingPolicy>(
  'querying-policy',
  QueryingPolicyRow,
  async (tx, own, readModel) => {
    const recovered = asReplicated(own, readModel);
    if (recovered.isDefault) await retireOtherDefault(tx, recovered);
    await save(tx, recovered);
    tx.publish(QueryingPolicySaved, queryingPolicyState(recovered));
    return 'recovered';
  },
);

function asReplicated(policy: QueryingPolicy, readModel: ReadModelRow): QueryingPolicy {
  const replicated = readModel.state as Partial<State>;
  return {
    ...policy,
    // A saved version number is never reused for another configuration.
    version: Math.max(policy.version, replicated.version ?? 0),
    status: replicated.status ?? policy.status,
    isDefault: replicated.is_default ?? policy.isDefault,
    enforced: replicated.enforced ?? policy.enforced,
    // A read model that has received only an end does not have the selections.
    ...(replicated.model_selections && {
      modelSelections: replicated.model_selections,
      consent: replicated.consent ?? null,
      permissiblePurposes: replicated.permissible_purposes ?? [],
    }),
    revision: revisionAfter(policy, readModel),
  };
}

/** At most one default for a network and product. */
async function retireOtherDefault(tx: Transaction, next: QueryingPolicy): Promise<void> {
  const former = await tx.manager
    .createQueryBuilder(QueryingPolicyRow, 'policy')
    .where('policy.networkProductId = :networkProductId', next)
    .andWhere('policy.isDefault and policy.id <> :id', next)
    .getOne();
  if (!former) return;
  const retired = ceaseToBeDefault(former, new Date());
  await save(tx, retired);
  tx.publish(QueryingPolicyRetired, policyStanding(retired));
}

async function save(tx: Transaction, policy: QueryingPolicy): Promise<void> {
  await tx.manager.save(QueryingPolicyRow, {
    ...policy,
    modelSelections: [...policy.modelSelections],
    permissiblePurposes: [...policy.permissiblePurposes],
  });
}
