import { notFound, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CertificateRow } from './certificate-row.js';

@Injectable()
export class CertificateRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * The answer of the query that issued it, byte for byte.
   * @throws RESOURCE_NOT_FOUND when absent, or queried by another institution
   */
  async bodyOf(principal: Principal, certificateId: string): Promise<string> {
    const row = await this.dataSource.manager.findOneBy(CertificateRow, {
      certificateId,
      entityId: principal.entity_id,
    });
    if (!row) throw notFound('certificate not found');
    return row.body;
  }
}
