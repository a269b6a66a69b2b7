import * as api from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { Asked, Caller, HandlesAsText } from '@ndx/service';
import { Controller, Header } from '@nestjs/common';
import { CertificateRepository } from '../storage/certificate-repository.js';

@Controller()
export class CertificateController {
  constructor(private readonly certificates: CertificateRepository) {}

  @HandlesAsText(api.readKybCertificate)
  @Header('content-type', 'application/json; charset=utf-8')
  read(
    @Caller() principal: Principal,
    @Asked() { path }: Asked<typeof api.readKybCertificate>,
  ): Promise<string> {
    return this.certificates.bodyOf(principal, path.certificate_id);
  }
}
