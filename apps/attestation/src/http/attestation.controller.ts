import * as api from '@ndx/api';
import { ownTime, type Principal } from '@ndx/contracts';
import { Asked, Caller, Handles, idPage, placeOf } from '@ndx/service';
import { Controller } from '@nestjs/common';
import type { Attestation } from '../domain/attestation.js';
import {
  AttestationRepository,
  type AttestationFilter,
} from '../storage/attestation-repository.js';
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
    const filter = filterOf(query);
    const attestations = await this.attestations.list(principal, filter, place, query.limit);
    const show = (attestation: Attestation) => toAttestationRecord(attestation, ownTime(principal));
    return idPage(attestations, { ...place, idOf: ({ id }) => id, show });
  }

  @Handles(api.countAttestations)
  async count(
    @Caller() principal: Principal,
    @Asked() { query }: Asked<typeof api.countAttestations>,
  ) {
    const most = api.MAX_COUNTED_ITEMS + 1;
    return api.listCountOf(await this.attestations.count(principal, filterOf(query), most));
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

function filterOf(query: Asked<typeof api.countAttestations>['query']): AttestationFilter {
  const { product_id: productId, status, expires_before: end } = query;
  return { productId, status, expiresBefore: end === undefined ? undefined : api.instantOf(end) };
}
