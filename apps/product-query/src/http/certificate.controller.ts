import * as api from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { afterCursor, Asked, Caller, Handles, HandlesAsText, idPage } from '@ndx/service';
import { Controller, Header } from '@nestjs/common';
import { CertificateRepository } from '../storage/certificate-repository.js';

@Controller()
export class CertificateController {
  constructor(private readonly certificates: CertificateRepository) {}

  @Handles(api.listKybCertificates)
  async list(
    @Caller() principal: Principal,
    @Asked() { query }: Asked<typeof api.listKybCertificates>,
  ) {
    const after = afterCursor(query.cursor);
    const heads = await this.certificates.list(principal, after, query.limit);
    return idPage(heads, {
      after,
      idOf: (head) => head.certificate_id,
      show: (head) => ({ ...head, issued_at: head.issued_at.toISOString() }),
    });
  }

  @HandlesAsText(api.readKybCertificate)
  @Header('content-type', 'application/json; charset=utf-8')
  read(
    @Caller() principal: Principal,
    @Asked() { path }: Asked<typeof api.readKybCertificate>,
  ): Promise<string> {
    return this.certificates.bodyOf(principal, path.certificate_id);
  }
}
