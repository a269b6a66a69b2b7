import { DisputeChanged, type PayloadOf } from '@ndx/contracts';
import { Ctx, OnEvent, Payload, type EventContext } from '@ndx/messaging';
import { Controller } from '@nestjs/common';
import { storeDispute } from '../storage/record-disputes.js';

/** Stores the disputes of records for the explanations of the answers that used them. */
@Controller()
export class OnDisputeChanged {
  @OnEvent(DisputeChanged)
  changed(
    @Payload() dispute: PayloadOf<typeof DisputeChanged>,
    @Ctx() { manager }: EventContext,
  ): Promise<void> {
    return storeDispute(manager, dispute);
  }
}
