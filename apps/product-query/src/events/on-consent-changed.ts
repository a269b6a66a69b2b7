import { ConsentAmended, ConsentGranted, ConsentRevoked, type ConsentState } from '@ndx/contracts';
import { Ctx, OnEvent, Payload, type EventContext } from '@ndx/messaging';
import { newestCopy } from '@ndx/postgres';
import { Controller } from '@nestjs/common';

const keep = newestCopy('consent_copy', 'consent_id', 'revision', 'match_hashes', 'state');

/** Keeps the copy of a consent (design 3). */
@Controller()
export class OnConsentChanged {
  @OnEvent(ConsentGranted)
  granted(@Payload() consent: ConsentState, @Ctx() context: EventContext): Promise<void> {
    return apply(consent, context);
  }

  @OnEvent(ConsentAmended)
  amended(@Payload() consent: ConsentState, @Ctx() context: EventContext): Promise<void> {
    return apply(consent, context);
  }

  @OnEvent(ConsentRevoked)
  revoked(@Payload() consent: ConsentState, @Ctx() context: EventContext): Promise<void> {
    return apply(consent, context);
  }
}

function apply(consent: ConsentState, { manager }: EventContext): Promise<void> {
  return keep(manager, { ...consent, state: JSON.stringify(consent) });
}
