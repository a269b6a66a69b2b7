import { AttestationCreated, AttestationRevoked, type PayloadOf } from '@ndx/contracts';
import { Ctx, OnEvent, Payload, type EventContext } from '@ndx/messaging';
import { newestCopy } from '@ndx/postgres';
import { Controller } from '@nestjs/common';

type AttestationState = PayloadOf<typeof AttestationCreated>;

const keep = newestCopy(
  'attestation_copy',
  'attestation_id',
  'revision',
  'entity_id',
  'product_id',
  'expires_at',
  'revoked_at',
);

/** Knows which furnishers attest to their verifications of a product (contract 3). */
@Controller()
export class OnAttestationChanged {
  @OnEvent(AttestationCreated)
  created(
    @Payload() attestation: AttestationState,
    @Ctx() { manager }: EventContext,
  ): Promise<void> {
    return keep(manager, attestation);
  }

  @OnEvent(AttestationRevoked)
  revoked(
    @Payload() attestation: AttestationState,
    @Ctx() { manager }: EventContext,
  ): Promise<void> {
    return keep(manager, attestation);
  }
}
