import { FurnishingPolicySaved, type PayloadOf } from '@ndx/contracts';
import { Ctx, OnEvent, Payload, type EventContext } from '@ndx/messaging';
import { copyTable, newestCopy } from '@ndx/replication';
import { Controller } from '@nestjs/common';

export const furnishingPolicies = copyTable({
  aggregate: 'furnishing-policy',
  table: 'furnishing_policy_copy',
  key: 'policy_id',
  unknown: 'kept',
});

const keep = newestCopy(
  furnishingPolicies,
  'revision',
  'version',
  'network_id',
  'product_id',
  'active_on',
  'deprecated_on',
  'required_fields',
  'attestation_required',
  'max_age_days',
);

/** Maintains the copy of a furnishing policy; its revision only increases (design 3). */
@Controller()
export class OnFurnishingPolicySaved {
  @OnEvent(FurnishingPolicySaved)
  apply(
    @Payload() policy: PayloadOf<typeof FurnishingPolicySaved>,
    @Ctx() context: EventContext,
  ): Promise<void> {
    return keep(context, policy);
  }
}
