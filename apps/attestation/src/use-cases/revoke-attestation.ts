import { AttestationRevoked, type Principal } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { revoke, stateOf, type Attestation } from '../domain/attestation.js';
import { AttestationRepository } from '../storage/attestation-repository.js';

/** `POST /v1/institution-attestation/{attestation_id}/revoke` (design 7). */
@Injectable()
export class RevokeAttestation {
  constructor(
    private readonly transactions: Transactions,
    private readonly attestations: AttestationRepository,
  ) {}

  /** @throws RESOURCE_NOT_FOUND, RESOURCE_CONFLICT */
  revoke(principal: Principal, id: string): Promise<Attestation> {
    return this.transactions.run(async (tx) => {
      const revoked = revoke(await this.attestations.load(principal, id, tx.manager), new Date());
      await this.attestations.save(tx.manager, revoked);
      tx.publish(AttestationRevoked, stateOf(revoked));
      return revoked;
    });
  }
}
