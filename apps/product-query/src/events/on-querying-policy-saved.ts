import { QueryingPolicySaved, type PayloadOf } from '@ndx/contracts';
import { OnEvent, type EventContext } from '@ndx/messaging';
import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';

const APPLY = `
insert into policy_copy (policy_id, revision, version, network_id, product_id, status, is_default,
  enforced, model_selections)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
on conflict (policy_id) do update set revision = excluded.revision, version = excluded.version,
  status = excluded.status, is_default = excluded.is_default, enforced = excluded.enforced,
  model_selections = excluded.model_selections
where policy_copy.revision < excluded.revision`;

/** Keeps the copy of a querying policy; it only ever moves forward (design 3). */
@Controller()
export class OnQueryingPolicySaved {
  @OnEvent(QueryingPolicySaved)
  async apply(
    @Payload() policy: PayloadOf<typeof QueryingPolicySaved>,
    @Ctx() { manager }: EventContext,
  ): Promise<void> {
    await manager.query(APPLY, [
      policy.policy_id,
      policy.revision,
      policy.version,
      policy.network_id,
      policy.product_id,
      policy.status,
      policy.is_default,
      policy.enforced,
      JSON.stringify(policy.model_selections),
    ]);
  }
}
