import { QueryingPolicySaved, type PayloadOf } from '@ndx/contracts';
import { Ctx, OnEvent, Payload, type EventContext } from '@ndx/messaging';
import { newestCopy } from '@ndx/postgres';
import { Controller } from '@nestjs/common';

const keep = newestCopy(
  'policy_copy',
  'policy_id',
  'revision',
  'version',
  'network_id',
  'product_id',
  'status',
  'is_default',
  'enforced',
  'model_selections',
  'consent',
  'permissible_purposes',
);

/** Keeps the copy of a querying policy; it only ever moves forward (design 3). */
@Controller()
export class OnQueryingPolicySaved {
  @OnEvent(QueryingPolicySaved)
  apply(
    @Payload() policy: PayloadOf<typeof QueryingPolicySaved>,
    @Ctx() { manager }: EventContext,
  ): Promise<void> {
    const model_selections = JSON.stringify(policy.model_selections);
    const permissible_purposes = JSON.stringify(policy.permissible_purposes ?? []);
    const consent = policy.consent ?? null;
    return keep(manager, { ...policy, model_selections, consent, permissible_purposes });
  }
}
