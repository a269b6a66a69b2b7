import { datasetById } from '@ndx/catalog';
import { AttestationCreated, invalid, ownTime, type Principal, quoted } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { attest, stateOf, type Attestation, type AttestationInput } from '../domain/attestation.js';
import { AttestationRepository } from '../storage/attestation-repository.js';

/** `POST /v1/institution-attestation` (contract 4.3). */
@Injectable()
export class CreateAttestation {
  constructor(
    private readonly transactions: Transactions,
    private readonly attestations: AttestationRepository,
  ) {}

  /**
   * The data set is a product or a template.
   * @throws VALIDATION_ERROR when the catalogue has neither with that id
   */
  create(principal: Principal, input: Omit<AttestationInput, 'entityId'>): Promise<Attestation> {
    if (!datasetById(input.productId)) {
      throw invalid(
        'unknown_product',
        `there is no product or template ${quoted(input.productId)}`,
      );
    }
    return this.transactions.run(async (tx) => {
      const now = new Date();
      const own = ownTime(principal, now);
      const attestation = attest({ ...input, entityId: principal.entity_id }, now, own);
      await this.attestations.save(tx.manager, attestation);
      tx.publish(AttestationCreated, stateOf(attestation));
      return attestation;
    });
  }
}
