import { notFound, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { QueryTexts, type QueryRow } from './query-texts.js';

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

const FIND = `
select query_event_id, issued_at as occurred_at from certificate
where certificate_id = $1 and entity_id = $2`;

@Injectable()
export class CertificateRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly texts: QueryTexts,
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
    const rows = await this.dataSource.query<QueryRow[]>(FIND, [
      certificateId,
      principal.entity_id,
    ]);
    const [query] = await this.texts.of(rows, { withBody: true });
    if (!query) throw notFound('not_found', 'certificate not found');
    if (query.body === null) throw new Error(`certificate ${certificateId} has no body`);
    return query.body;
  }
}
