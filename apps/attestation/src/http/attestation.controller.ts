import { kybCertificate } from '@ndx/catalog';
import type { Principal } from '@ndx/contracts';
import { Caller, Operation, wire } from '@ndx/service';
import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { CreateAttestation } from '../use-cases/create-attestation.js';
import { ReadAttestations } from '../use-cases/read-attestations.js';
import { RevokeAttestation } from '../use-cases/revoke-attestation.js';
import {
  AttestationPath,
  AttestationRecord,
  CreateAttestationDto,
  ListAttestationsQuery,
  toAttestationRecord,
} from './attestation.dto.js';

const NOT_FOUND = { RESOURCE_NOT_FOUND: 'attestation not found' };

@Controller('v1/institution-attestation')
export class AttestationController {
  constructor(
    private readonly createAttestation: CreateAttestation,
    private readonly readAttestations: ReadAttestations,
    private readonly revokeAttestation: RevokeAttestation,
  ) {}

  @Post()
  @HttpCode(200)
  @Operation({
    summary: 'Attest to the verifications of a product or template',
    description: 'Valid for 12 months; earlier attestations stand as they are.',
    answer: AttestationRecord,
    example: {
      product_id: kybCertificate.id,
      signed_by_name: 'Compliance office',
      signed_by_title: 'Head of compliance',
      attestation_data: { statement: 'Verified against the registry' },
    },
    refusals: { VALIDATION_ERROR: 'there is no such product or template' },
  })
  async create(@Caller() principal: Principal, @Body() body: CreateAttestationDto) {
    const attestation = await this.createAttestation.run(principal, {
      productId: body.product_id,
      signedByName: body.signed_by_name,
      signedByTitle: body.signed_by_title,
      attestationData: body.attestation_data,
    });
    return toAttestationRecord(attestation);
  }

  @Get()
  @Operation({
    summary: "List one's own attestations, newest first",
    answer: wire.listOf(AttestationRecord),
  })
  async list(@Caller() principal: Principal, @Query() query: ListAttestationsQuery) {
    const attestations = await this.readAttestations.list(principal, query.product_id);
    return attestations.map(toAttestationRecord);
  }

  @Get(':attestation_id')
  @Operation({
    summary: "Read one of one's own attestations",
    answer: AttestationRecord,
    refusals: NOT_FOUND,
  })
  async read(@Caller() principal: Principal, @Param() path: AttestationPath) {
    return toAttestationRecord(await this.readAttestations.one(principal, path.attestation_id));
  }

  @Post(':attestation_id/revoke')
  @HttpCode(200)
  @Operation({
    summary: 'Revoke an attestation',
    answer: AttestationRecord,
    refusals: { ...NOT_FOUND, RESOURCE_CONFLICT: 'the attestation is revoked already' },
  })
  async revoke(@Caller() principal: Principal, @Param() path: AttestationPath) {
    return toAttestationRecord(await this.revokeAttestation.run(principal, path.attestation_id));
  }
}
