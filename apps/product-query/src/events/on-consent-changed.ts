import { ConsentAmended, ConsentGranted, ConsentRevoked, type ConsentState } from '@ndx/contracts';
import { OnEvent, type EventContext } from '@ndx/messaging';
import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';

/** Keeps the copy of a consent; it only ever moves forward (design 3). */
const APPLY = `
insert into consent_copy (consent_id, revision, match_hashes, state) values ($1, $2, $3, $4)
on conflict (consent_id) do update set revision = excluded.revision,
  match_hashes = excluded.match_hashes, state = excluded.state
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
  const { consent_id: id, revision, match_hashes: hashes } = consent;
  await manager.query(APPLY, [id, revision, hashes, JSON.stringify(consent)]);
}
