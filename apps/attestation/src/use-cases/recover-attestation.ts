import { AttestationCreated, AttestationRevoked, type PayloadOf } from '@ndx/contracts';
import { ownedRow, revisionAfter } from '@ndx/replication';
import { stateOf, type Attestation } from '../domain/attestation.js';
import { AttestationRow } from '../storage/attestation-row.js';

/** Recovers an attestation whose read model is ahead: a revocation that only it has is restored. */
export const OWNED_ATTESTATIONS = ownedRow<Attestation>(
  'attestation',
  AttestationRow,
  async ({ manager, publish }, own, readModel) => {
    const { revoked_at } = readModel.state as Partial<PayloadOf<typeof AttestationCreated>>;
    const recovered = {
      ...own,
      revokedAt: own.revokedAt ?? (revoked_at ? new Date(revoked_at) : null),
      revision: revisionAfter(own, readModel),
    };
    await manager.save(AttestationRow, recovered);
    publish(recovered.revokedAt ? AttestationRevoked : AttestationCreated, stateOf(recovered));
    return recovered.revokedAt === own.revokedAt ? 'republished' : 'recovered';
  },
);
