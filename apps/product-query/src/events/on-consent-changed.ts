import { ConsentAmended, ConsentGranted, ConsentRevoked, type ConsentState } from '@ndx/contracts';
import { Ctx, OnEvent, Payload, type EventContext } from '@ndx/messaging';
import { newestCopy } from '@ndx/service-kit';
import { Controller } from '@nestjs/common';

const keep = newestCopy(
  'consent_copy',
  'consent_id',
  'revision',
  'entity_id',
  'match_hashes',
  'state',
);

/** Whatever the order of arrival: every scope that the consent ever had. */
const KEEP_SCOPE = `insert into consent_scope (consent_id, scope) values ($1, $2) on conflict do nothing`;

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

async function apply(consent: ConsentState, { manager }: EventContext): Promise<void> {
  await keep(manager, { ...consent, state: JSON.stringify(consent) });
  await manager.query(KEEP_SCOPE, [consent.consent_id, consent.scope]);
}
