import { notFound, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { ArchiveReader } from './archive-reader.js';
import { CERTIFICATES } from './archived-tables.js';
import { CertificateRow } from './certificate-row.js';

/** An issued certificate, without its body. */
export interface CertificateHead {
  readonly certificate_id: string;
  readonly query_event_id: string;
  readonly network_ids: readonly string[];
  readonly policy_id: string | null;
  readonly policy_version: number | null;
  readonly consent_id: string | null;
  readonly issued_at: Date;
}

/** Uses the index certificate_by_institution. */
const LIST = `
select certificate_id, query_event_id, network_ids, policy_id, policy_version, consent_id, issued_at
from certificate where entity_id = $1 and certificate_id > $2 order by certificate_id limit $3`;

@Injectable()
export class CertificateRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly archive: ArchiveReader,
  ) {}

  /** Lists the institution's certificates after an id, oldest first. */
  list(principal: Principal, after: string, limit: number): Promise<CertificateHead[]> {
    return this.dataSource.query(LIST, [principal.entity_id, after, limit]);
  }

  /**
   * The answer of the query that issued it, byte for byte, also from the archive.
   * @throws RESOURCE_NOT_FOUND when absent, or of another institution; OPERATION_FAILED when its
   *   archive cannot be read
   */
  async bodyOf(principal: Principal, certificateId: string): Promise<string> {
    const row = await this.dataSource.manager.findOneBy(CertificateRow, {
      certificateId,
      entityId: principal.entity_id,
    });
    const body = (await this.bodiesIn(row ? [row] : [])).get(certificateId);
    if (body === undefined) throw notFound('not_found', 'certificate not found');
    return body;
  }

  /**
   * The answers of queries by the ids of their certificates, also from the archive.
   * @throws OPERATION_FAILED when their archive cannot be read
   */
  async bodiesOf(certificateIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.dataSource.manager.findBy(CertificateRow, {
      certificateId: In([...certificateIds]),
    });
    return this.bodiesIn(rows);
  }

  private async bodiesIn(rows: readonly CertificateRow[]): Promise<ReadonlyMap<string, string>> {
    const archived = rows.flatMap(({ certificateId: id, archivePart: part }) =>
      part === null ? [] : [{ id, part }],
    );
    const texts = await this.archive.textsOf(CERTIFICATES, archived);
    return new Map(
      rows.map(({ certificateId, body: stored }) => {
        const body = stored ?? texts.get(certificateId)?.body;
        if (body === null || body === undefined)
          throw new Error(`certificate ${certificateId} has no body`);
        return [certificateId, body];
      }),
    );
  }
}
