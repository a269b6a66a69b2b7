import * as api from '@ndx/api';
import { ownTime, type Principal } from '@ndx/contracts';
import { Asked, Caller, Handles, idPage, placeOf } from '@ndx/service';
import { Controller } from '@nestjs/common';
import type { Attestation } from '../domain/attestation.js';
import { AttestationRepository } from '../storage/attestation-repository.js';
import { CreateAttestation } from '../use-cases/create-attestation.js';
import { RevokeAttestation } from '../use-cases/revoke-attestation.js';
import { toAttestationRecord } from './attestation-record.js';

@Controller()
export class AttestationController {
  constructor(
    private readonly createAttestation: CreateAttestation,
    private readonly attestations: AttestationRepository,
    private readonly revokeAttestation: RevokeAttestation,
  ) {}

  @Handles(api.createAttestation)
  async create(
    @Caller() principal: Principal,
    @Asked() { body }: Asked<typeof api.createAttestation>,
  ) {
    const attestation = await this.createAttestation.create(principal, {
      productId: body.product_id,
      signedByName: body.signed_by_name,
      signedByTitle: body.signed_by_title,
      attestationData: body.attestation_data,
    });
    return toAttestationRecord(attestation, ownTime(principal));
  }

  @Handles(api.listAttestations)
  async list(
    @Caller() principal: Principal,
    @Asked() { query }: Asked<typeof api.listAttestations>,
  ) {
    const place = placeOf(query);
    const page = { ...place, productId: query.product_id, limit: query.limit };
    const attestations = await this.attestations.list(principal, page);
    const show = (attestation: Attestation) => toAttestationRecord(attestation, ownTime(principal));
    return idPage(attestations, { ...place, idOf: ({ id }) => id, show });
  }

  @Handles(api.readAttestation)
  async read(@Caller() principal: Principal, @Asked() { path }: Asked<typeof api.readAttestation>) {
    const attestation = await this.attestations.load(principal, path.attestation_id);
    return toAttestationRecord(attestation, ownTime(principal));
  }

  @Handles(api.revokeAttestation)
  async revoke(
    @Caller() principal: Principal,
    @Asked() { path }: Asked<typeof api.revokeAttestation>,
  ) {
    const attestation = await this.revokeAttestation.revoke(principal, path.attestation_id);
    return toAttestationRecord(attestation, ownTime(principal));
  }
}
