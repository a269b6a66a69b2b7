import { ConsentAmended, ConsentGranted, ConsentRevoked, type ConsentState } from '@ndx/contracts';
import { OnEvent, type EventContext } from '@ndx/messaging';
import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';

/** Keeps the copy of a consent; it only ever moves forward (design 3). */
const APPLY = `
insert into consent_copy (consent_id, revision, state) values ($1, $2, $3)
on conflict (consent_id) do update set revision = excluded.revision, state = excluded.state
where consent_copy.revision < excluded.revision`;

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
  await manager.query(APPLY, [consent.consent_id, consent.revision, JSON.stringify(consent)]);
}
