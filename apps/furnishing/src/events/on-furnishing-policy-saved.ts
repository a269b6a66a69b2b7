import { FurnishingPolicySaved, type PayloadOf } from '@ndx/contracts';
import { Ctx, OnEvent, Payload, type EventContext } from '@ndx/messaging';
import { Controller } from '@nestjs/common';

const APPLY = `
insert into furnishing_policy_copy (policy_id, revision, version, network_id, product_id, active_on,
  deprecated_on, required_fields, attestation_required, max_age_days)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
on conflict (policy_id) do update set revision = excluded.revision, version = excluded.version,
  active_on = excluded.active_on, deprecated_on = excluded.deprecated_on,
  required_fields = excluded.required_fields, attestation_required = excluded.attestation_required,
  max_age_days = excluded.max_age_days
where furnishing_policy_copy.revision < excluded.revision`;

/** Keeps the copy of a furnishing policy; it only ever moves forward (design 3). */
@Controller()
export class OnFurnishingPolicySaved {
  @OnEvent(FurnishingPolicySaved)
  async apply(
    @Payload() policy: PayloadOf<typeof FurnishingPolicySaved>,
    @Ctx() { manager }: EventContext,
  ): Promise<void> {
    await manager.query(APPLY, [
      policy.policy_id,
      policy.revision,
      policy.version,
      policy.network_id,
      policy.product_id,
      policy.active_on,
      policy.deprecated_on,
      policy.required_fields,
      policy.attestation_required,
      policy.max_age_days,
    ]);
  }
}
