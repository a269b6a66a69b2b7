import { FurnishingPolicySaved, type PayloadOf } from '@ndx/contracts';
import { Ctx, OnEvent, Payload, type EventContext } from '@ndx/messaging';
import { readModel, keepNewest } from '@ndx/replication';
import { Controller } from '@nestjs/common';

export const furnishingPolicies = readModel({
  aggregate: 'furnishing-policy',
  table: 'furnishing_policy_copy',
  key: 'policy_id',
  unknown: 'kept',
});

const keep = keepNewest(
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

/** Maintains the read model of furnishing policies; its revision only increases (design 3). */
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
