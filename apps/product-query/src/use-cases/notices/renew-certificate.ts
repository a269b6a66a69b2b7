import { kybCertificate } from '@ndx/catalog';
import type { Principal } from '@ndx/contracts';
import type { Answer } from '@ndx/service';
import { Injectable } from '@nestjs/common';
import { DecisionRepository } from '../../storage/decision-repository.js';
import { noticeNotFound, NoticeRepository } from '../../storage/notice-repository.js';
import { QueryKybCertificate } from '../certificate/query-kyb-certificate.js';
import { repeatedQuery } from './repeated-query.js';

/** `POST /v1/products/kyb_certificate/watch` (decision 0110). */
@Injectable()
export class RenewCertificate {
  constructor(
    private readonly notices: NoticeRepository,
    private readonly decisions: DecisionRepository,
    private readonly queryKybCertificate: QueryKybCertificate,
  ) {}

  /**
   * @throws RESOURCE_NOT_FOUND when the notice is absent, of another institution, or not about a
   *   certificate; the errors of the query
   */
  async renew(principal: Principal, noticeId: string): Promise<Answer> {
    const { productId, queryEventId: id } = await this.notices.read(principal, noticeId);
    const past = (await this.decisions.among([id])).get(id);
    const asked = await this.decisions.askedBy(id);
    if (productId !== kybCertificate.id || !past || !asked) throw noticeNotFound();
    return this.queryKybCertificate.query(principal, repeatedQuery(asked, past), noticeId);
  }
}
