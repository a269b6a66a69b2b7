import { ConsentAmended, ConsentGranted, ConsentRevoked, type ConsentState } from '@ndx/contracts';
import { copyTable, Ctx, newestCopy, OnEvent, Payload, type EventContext } from '@ndx/messaging';
import { Controller } from '@nestjs/common';

export const consents = copyTable({
  aggregate: 'consent',
  table: 'consent_copy',
  key: 'consent_id',
  state: 'c.state::jsonb',
  unknown: 'removed',
});

const keep = newestCopy(consents, 'revision', 'match_hashes', 'state');

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

function apply(consent: ConsentState, context: EventContext): Promise<void> {
  return keep(context, { ...consent, state: JSON.stringify(consent) });
}
