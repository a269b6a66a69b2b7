import { kybCertificate } from '@ndx/catalog';
import type { Principal } from '@ndx/contracts';
import { Uuid } from '@ndx/api';
import { Caller, Operation } from '@ndx/service';
import { Controller, Get, Header, Param } from '@nestjs/common';
import { CertificateRepository } from '../storage/certificate-repository.js';
import { KybCertificate } from './kyb-certificate.schema.js';

class CertificatePath {
  @Uuid()
  readonly certificate_id!: string;
}

@Controller(kybCertificate.certificatesPath)
export class CertificateController {
  constructor(private readonly certificates: CertificateRepository) {}

  @Get(':certificate_id')
  @Operation({
    summary: 'Read an issued certificate again, byte for byte',
    answer: KybCertificate,
    refusals: { RESOURCE_NOT_FOUND: 'there is none, or another institution queried it' },
  })
  @Header('content-type', 'application/json; charset=utf-8')
  read(@Caller() principal: Principal, @Param() path: CertificatePath): Promise<string> {
    return this.certificates.bodyOf(principal, path.certificate_id);
  }
}
