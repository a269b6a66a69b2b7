import { AttestationCreated, AttestationRevoked, type PayloadOf } from '@ndx/contracts';
import { Ctx, OnEvent, Payload, type EventContext } from '@ndx/messaging';
import { readModel, keepNewest } from '@ndx/replication';
import { Controller } from '@nestjs/common';

type AttestationState = PayloadOf<typeof AttestationCreated>;

export const attestations = readModel({
  aggregate: 'attestation',
  table: 'attestation_copy',
  key: 'attestation_id',
  unknown: 'removed',
});

const keep = keepNewest(
  attestations,
  'revision',
  'entity_id',
  'product_id',
  'created_at',
  'expires_at',
  'revoked_at',
);

/** Maintains the read model of attestations (contract 3). */
@Controller()
export class OnAttestationChanged {
  @OnEvent(AttestationCreated)
  created(@Payload() attestation: AttestationState, @Ctx() context: EventContext): Promise<void> {
    return keep(context, attestation);
  }

  @OnEvent(AttestationRevoked)
  revoked(@Payload() attestation: AttestationState, @Ctx() context: EventContext): Promise<void> {
    return keep(context, attestation);
  }
}
