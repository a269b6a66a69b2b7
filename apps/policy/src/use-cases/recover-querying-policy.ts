import { QueryingPolicyRetired, QueryingPolicySaved, type PayloadOf } from '@ndx/contracts';
import type { OwnedAggregate, StandingCopy, Transaction } from '@ndx/messaging';
import {
  ceaseToBeDefault,
  policyStanding,
  queryingPolicyState,
  type QueryingPolicy,
} from '../domain/querying-policy.js';
import { QueryingPolicyRow } from '../storage/querying-policy-row.js';

type State = PayloadOf<typeof QueryingPolicySaved>;

/**
 * A querying policy of which a copy is ahead takes the copy's configuration, which was
 * acknowledged. A change that found the copy so was made of an earlier configuration and may have
 * named some members only: it is not acknowledged, and its governor repeats it (decision 0062).
 */
export const OWNED_QUERYING_POLICIES: OwnedAggregate = {
  aggregate: 'querying-policy',
  async moveAhead(tx, copy) {
    const row = await tx.manager.findOne(QueryingPolicyRow, {
      where: { id: copy.key },
      lock: { mode: 'pessimistic_write' },
    });
    if (!row) return 'unknown';
    const recovered = asCopied(row, copy);
    if (recovered.isDefault) await retireOtherDefault(tx, recovered);
    await save(tx, recovered);
    tx.publish(QueryingPolicySaved, queryingPolicyState(recovered));
    return 'recovered';
  },
};

function asCopied(policy: QueryingPolicy, { revision, state }: StandingCopy): QueryingPolicy {
  const copied = state as Partial<State>;
  return {
    ...policy,
    // No version that was saved stands for another configuration.
    version: Math.max(policy.version, copied.version ?? 0),
    status: copied.status ?? policy.status,
    isDefault: copied.is_default ?? policy.isDefault,
    enforced: copied.enforced ?? policy.enforced,
    // A copy that an end alone has reached does not know what the policy asks for.
    ...(copied.model_selections && {
      modelSelections: copied.model_selections,
      consent: copied.consent ?? null,
      permissiblePurposes: copied.permissible_purposes ?? [],
    }),
    revision: Math.max(policy.revision, revision) + 1,
  };
}

/** A network and product have one default. */
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
