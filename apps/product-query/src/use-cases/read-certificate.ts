import { notFound, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CertificateRow } from '../storage/certificate-row.js';

/** `GET /v1/products/kyb_certificate/certificates/{certificate_id}` (design 9). */
@Injectable()
export class ReadCertificate {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * The answer of the query that issued it, byte for byte.
   * @throws RESOURCE_NOT_FOUND when absent, or queried by another institution
   */
  async run(principal: Principal, certificateId: string): Promise<string> {
    const row = await this.dataSource.manager.findOneBy(CertificateRow, {
      certificateId,
      entityId: principal.entity_id,
    });
    if (!row) throw notFound('certificate not found');
    return row.body;
  }
}
