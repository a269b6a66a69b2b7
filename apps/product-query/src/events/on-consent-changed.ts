import {
  ConsentAmended,
  ConsentGranted,
  ConsentGrantClosed,
  ConsentRevoked,
  type ConsentState,
  type PayloadOf,
} from '@ndx/contracts';
import { Ctx, OnEvent, Payload, type EventContext } from '@ndx/messaging';
import { Controller } from '@nestjs/common';
import { keepEnd, keepState } from '../storage/consent-read-model.js';

/** Maintains the read model of consents (design 3). */
@Controller()
export class OnConsentChanged {
  @OnEvent(ConsentGranted)
  granted(@Payload() consent: ConsentState, @Ctx() context: EventContext): Promise<void> {
    return keepState(context, consent);
  }

  @OnEvent(ConsentAmended)
  amended(@Payload() consent: ConsentState, @Ctx() context: EventContext): Promise<void> {
    return keepState(context, consent);
  }

  @OnEvent(ConsentGrantClosed)
  closed(
    @Payload() grant: PayloadOf<typeof ConsentGrantClosed>,
    @Ctx() context: EventContext,
  ): Promise<void> {
    const { consent_id, revision, grant_id, closed_at } = grant;
    return keepEnd(context, { consent_id, ended: grant_id, revision, ended_at: closed_at });
  }

  @OnEvent(ConsentRevoked)
  revoked(
    @Payload() { consent_id, revision, revoked_at }: PayloadOf<typeof ConsentRevoked>,
    @Ctx() context: EventContext,
  ): Promise<void> {
    return keepEnd(context, { consent_id, ended: 'consent', revision, ended_at: revoked_at });
  }
}
