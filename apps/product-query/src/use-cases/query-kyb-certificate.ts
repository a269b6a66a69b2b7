import { kybCertificate } from '@ndx/catalog';
import { requireRole, type Principal } from '@ndx/contracts';
import type { Answer } from '@ndx/service';
import { Injectable } from '@nestjs/common';
import { assembleCertificate } from '../domain/assemble-certificate.js';
import { notIdentified } from '../domain/subject.js';
import { KybReader } from '../storage/kyb-reader.js';
import { CertificateIssuer } from './issue-certificate.js';
import { kybSight, type KybQuery } from './kyb-sight.js';

/** `POST /v1/products/kyb_certificate/query` (contract 4.5, design 9). */
@Injectable()
export class QueryKybCertificate {
  private readonly product = kybCertificate;

  constructor(
    private readonly reader: KybReader,
    private readonly issuer: CertificateIssuer,
  ) {}

  /** @throws VALIDATION_ERROR, PERMISSION_DENIED, RESOURCE_NOT_FOUND; none of them leaves a trace */
  async run(principal: Principal, query: KybQuery): Promise<Answer> {
    for (const networkId of query.networkIds) requireRole(principal, networkId, 'querier');
    if (query.consentId === undefined && query.businessId === undefined) throw notIdentified();
    const facts = await this.reader.read({ ...query, productId: this.product.id });
    const now = Date.now();
    const sight = kybSight(principal, this.product, query, facts, now);
    const { candidates } = facts;
    return this.issuer.resolve({
      principal,
      product: this.product,
      networkIds: query.networkIds,
      consentId: sight.consent?.consent_id ?? null,
      businessId: sight.businessId,
      policies: sight.policies,
      assembly: assembleCertificate({ ...sight, product: this.product, candidates, now }),
      now,
    });
  }
}
