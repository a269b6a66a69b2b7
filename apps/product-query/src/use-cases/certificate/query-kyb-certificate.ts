import { kybCertificate } from '@ndx/catalog';
import { newId, requireRole, type Principal } from '@ndx/contracts';
import { CONFIG, type Answer } from '@ndx/service';
import { Inject, Injectable } from '@nestjs/common';
import type { Assembly } from '../../domain/certificate/assemble-certificate.js';
import { certificateBody } from '../../domain/certificate/certificate-body.js';
import { leadingConsentId } from '../../domain/policy/network-rules.js';
import { notIdentified } from '../../domain/subject.js';
import type { ProductQueryConfig } from '../../product-query.config.js';
import type { IssuedCertificate } from '../../storage/query-writer.js';
import { AssembleKyb } from './assemble-kyb.js';
import type { KybQuery } from '../../domain/certificate/kyb-access.js';
import { noResultReason } from '../query-events/no-result-reason.js';
import { queryEventOf } from '../query-events/query-event.js';
import { queryEventId as newQueryEventId, renewalEventId } from '../query-events/query-event-id.js';
import { RecordQuery } from '../query-events/record-query.js';

/** The constant members of a certificate. */
type Head = Parameters<typeof certificateBody>[1];

/** `POST /v1/products/kyb_certificate/query` (contract 4.5, design 9). */
@Injectable()
export class QueryKybCertificate {
  private readonly product = kybCertificate;

  constructor(
    private readonly kyb: AssembleKyb,
    private readonly recordQuery: RecordQuery,
    @Inject(CONFIG) private readonly config: ProductQueryConfig,
  ) {}

  /**
   * @param noticeId the notice after which the query renews a certificate
   * @throws VALIDATION_ERROR, PERMISSION_DENIED, RESOURCE_NOT_FOUND; rejected queries store nothing
   */
  async query(principal: Principal, query: KybQuery, noticeId?: string): Promise<Answer> {
    const { product } = this;
    const { networkIds } = query;
    for (const networkId of networkIds) requireRole(principal, networkId, 'querier');
    if (query.consentId === undefined && query.businessId === undefined) throw notIdentified();
    const { businessId, readAt, input, assembly, decision } = await this.kyb.assemble(
      principal,
      product,
      query,
    );
    const { rules } = input;
    const queryEventId =
      noticeId === undefined
        ? newQueryEventId(readAt, this.config.IDEMPOTENCY_KEEP_HOURS)
        : renewalEventId(noticeId);
    const certificate =
      assembly &&
      this.issue(assembly, {
        businessId,
        certificateId: newId(),
        queryEventId,
        networks: networkIds.map((networkId) => {
          const policy = rules.get(networkId)?.policy;
          return {
            networkId,
            policyId: policy?.id ?? null,
            policyVersion: policy?.version ?? null,
          };
        }),
        consentId: leadingConsentId(rules.values()),
        permissiblePurpose: query.purpose ?? null,
        issuedAt: readAt,
      });
    const sections = [...(assembly?.values() ?? [])];
    const event = queryEventOf({
      principal,
      dataset: product,
      networkIds,
      queryEventId,
      subjectId: businessId,
      rules,
      purpose: query.purpose,
      furnishingEntityIds: sections.map(({ candidate }) => candidate.furnishingEntityId),
      certificateId: certificate?.certificateId ?? null,
      outcome: certificate ? 'issued' : 'no_result',
      environment: this.config.ENVIRONMENT,
      noticeId,
      now: readAt,
    });
    const { policyId: policy, consentId: consent, businessId: subject } = query;
    const asked = { policy, consent, subject };
    const reason = noResultReason(event, decision, rules);
    const kept = { certificate, decision, asked, reason };
    return this.recordQuery.record(event, certificate?.body, kept);
  }

  private issue(assembly: Assembly, head: Head): IssuedCertificate {
    return {
      certificateId: head.certificateId,
      recordIds: [...new Set([...assembly.values()].map(({ candidate }) => candidate.recordId))],
      body: certificateBody(this.product, head, assembly),
    };
  }
}
