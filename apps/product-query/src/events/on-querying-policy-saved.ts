import { QueryingPolicyRetired, QueryingPolicySaved, type PayloadOf } from '@ndx/contracts';
import { Ctx, OnEvent, Payload, type EventContext } from '@ndx/messaging';
import { Controller } from '@nestjs/common';
import { keepPolicy, keepStanding } from '../storage/policy-read-model.js';

/** Maintains the read model of querying policies (design 3). */
@Controller()
export class OnQueryingPolicySaved {
  @OnEvent(QueryingPolicySaved)
  apply(
    @Payload() policy: PayloadOf<typeof QueryingPolicySaved>,
    @Ctx() context: EventContext,
  ): Promise<void> {
    return keepPolicy(context, policy);
  }

  @OnEvent(QueryingPolicyRetired)
  retire(
    @Payload() standing: PayloadOf<typeof QueryingPolicyRetired>,
    @Ctx() context: EventContext,
  ): Promise<void> {
    return keepStanding(context, standing);
  }
}
