import { FurnishingPolicySaved, type PayloadOf } from '@ndx/contracts';
import { Ctx, OnEvent, Payload, type EventContext } from '@ndx/messaging';
import { newestCopy } from '@ndx/postgres';
import { Controller } from '@nestjs/common';

const keep = newestCopy(
  'furnishing_policy_copy',
  'policy_id',
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

/** Keeps the copy of a furnishing policy; it only ever moves forward (design 3). */
@Controller()
export class OnFurnishingPolicySaved {
  @OnEvent(FurnishingPolicySaved)
  apply(
    @Payload() policy: PayloadOf<typeof FurnishingPolicySaved>,
    @Ctx() { manager }: EventContext,
  ): Promise<void> {
    return keep(manager, policy);
  }
}
