import { AttestationCreated, AttestationRevoked, type PayloadOf } from '@ndx/contracts';
import { Ctx, OnEvent, Payload, type EventContext } from '@ndx/messaging';
import { Controller } from '@nestjs/common';

type AttestationState = PayloadOf<typeof AttestationCreated>;

const APPLY = `
insert into attestation_copy (attestation_id, revision, entity_id, product_id, expires_at, revoked_at)
values ($1, $2, $3, $4, $5, $6)
on conflict (attestation_id) do update set revision = excluded.revision, revoked_at = excluded.revoked_at
where attestation_copy.revision < excluded.revision`;

/** Knows which furnishers attest to their verifications of a product (contract 3). */
@Controller()
export class OnAttestationChanged {
  @OnEvent(AttestationCreated)
  created(@Payload() attestation: AttestationState, @Ctx() context: EventContext): Promise<void> {
    return apply(attestation, context);
  }

  @OnEvent(AttestationRevoked)
  revoked(@Payload() attestation: AttestationState, @Ctx() context: EventContext): Promise<void> {
    return apply(attestation, context);
  }
}

async function apply(attestation: AttestationState, { manager }: EventContext): Promise<void> {
  await manager.query(APPLY, [
    attestation.attestation_id,
    attestation.revision,
    attestation.entity_id,
    attestation.product_id,
    attestation.expires_at,
    attestation.revoked_at,
  ]);
}
