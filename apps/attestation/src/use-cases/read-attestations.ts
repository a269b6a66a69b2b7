import type { Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import type { Attestation } from '../domain/attestation.js';
import { AttestationRepository } from '../storage/attestation-repository.js';

/** One attestation, or the institution's own by product, newest first (design 7). */
@Injectable()
export class ReadAttestations {
  constructor(private readonly attestations: AttestationRepository) {}

  one(principal: Principal, id: string): Promise<Attestation> {
    return this.attestations.load(principal, id);
  }

  list(principal: Principal, productId?: string): Promise<Attestation[]> {
    return this.attestations.list(principal, productId);
  }
}
