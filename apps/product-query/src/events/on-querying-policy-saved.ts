import { QueryingPolicySaved, type PayloadOf } from '@ndx/contracts';
import { copyTable, Ctx, newestCopy, OnEvent, Payload, type EventContext } from '@ndx/messaging';
import { Controller } from '@nestjs/common';

export const queryingPolicies = copyTable({
  aggregate: 'querying-policy',
  table: 'policy_copy',
  key: 'policy_id',
  state: `to_jsonb(c) || jsonb_build_object('model_selections', c.model_selections::jsonb,
    'permissible_purposes', c.permissible_purposes::jsonb)`,
  unknown: 'kept',
});

const keep = newestCopy(
  queryingPolicies,
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
    @Ctx() context: EventContext,
  ): Promise<void> {
    const model_selections = JSON.stringify(policy.model_selections);
    const permissible_purposes = JSON.stringify(policy.permissible_purposes ?? []);
    const consent = policy.consent ?? null;
    return keep(context, { ...policy, model_selections, consent, permissible_purposes });
  }
}
