import { AttestationCreated, AttestationRevoked, type PayloadOf } from '@ndx/contracts';
import type { OwnedAggregate } from '@ndx/replication';
import { stateOf, type Attestation } from '../domain/attestation.js';
import { AttestationRow } from '../storage/attestation-row.js';

/** Recovers an attestation whose read model is ahead: a revocation that only the read model has is restored. */
export const OWNED_ATTESTATIONS: OwnedAggregate = {
  aggregate: 'attestation',
  async recover({ manager, publish }, { key: id, revision, state }) {
    const row: Attestation | null = await manager.findOne(AttestationRow, {
      where: { id },
      lock: { mode: 'pessimistic_write' },
    });
    if (!row) return 'unknown';
    const { revoked_at } = state as Partial<PayloadOf<typeof AttestationCreated>>;
    const recovered = {
      ...row,
      revokedAt: row.revokedAt ?? (revoked_at ? new Date(revoked_at) : null),
      revision: Math.max(row.revision, revision) + 1,
    };
    await manager.save(AttestationRow, recovered);
    publish(recovered.revokedAt ? AttestationRevoked : AttestationCreated, stateOf(recovered));
    return recovered.revokedAt === row.revokedAt ? 'republished' : 'recovered';
  },
};
