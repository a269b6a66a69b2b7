import { covers, kybCertificate } from '@ndx/catalog';
import { invalid, isMember, requireRole, type ConsentState, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { assembleCertificate } from '../domain/assemble-certificate.js';
import { choosePolicies } from '../domain/choose-policies.js';
import { requireConsent } from '../domain/consent.js';
import { consentedAccess } from '../domain/consented-access.js';
import { subjectOf } from '../domain/kyb-subject.js';
import { KybReader, type KybFacts } from '../storage/kyb-reader.js';
import { CertificateIssuer, type Resolution } from './issue-certificate.js';

export interface KybQuery {
  readonly networkIds: readonly string[];
  readonly policyId: string | undefined;
  /** Empty: every furnisher. */
  readonly furnishingEntityIds: readonly string[];
  readonly consentId: string | undefined;
  readonly businessId: string | undefined;
}

export interface KybAnswer {
  readonly queryEventId: string;
  /** JSON text; undefined when nothing satisfied the policy (204). */
  readonly body: string | undefined;
}

/** `POST /v1/products/kyb_certificate/query` (contract 4.5, design 9). */
@Injectable()
export class QueryKybCertificate {
  private readonly product = kybCertificate;

  constructor(
    private readonly reader: KybReader,
    private readonly issuer: CertificateIssuer,
  ) {}

  /** @throws VALIDATION_ERROR, PERMISSION_DENIED, RESOURCE_NOT_FOUND; none of them leaves a trace */
  async run(principal: Principal, query: KybQuery): Promise<KybAnswer> {
    for (const networkId of query.networkIds) requireRole(principal, networkId, 'querier');
    if (query.consentId === undefined && query.businessId === undefined) {
      throw invalid(
        'the subject is not identified: consent_id or consumer_id must be given, for a business consent_id or business_id',
      );
    }
    const facts = await this.reader.read({ ...query, productId: this.product.id });
    return this.issuer.resolve(this.decide(principal, query, facts, Date.now()));
  }

  private decide(principal: Principal, query: KybQuery, facts: KybFacts, now: number): Resolution {
    const consent = this.consentFor(principal, query, facts, now);
    const policies = choosePolicies(
      {
        policyId: query.policyId,
        networkIds: query.networkIds,
        productId: this.product.id,
        isMember: (networkId) => isMember(principal, networkId),
      },
      facts.policies,
    );
    return {
      principal,
      product: this.product,
      networkIds: query.networkIds,
      consentId: consent?.consent_id ?? null,
      businessId: subjectOf(query, facts.business, consent),
      policies,
      assembly: assembleCertificate({
        product: this.product,
        candidates: facts.candidates,
        policies,
        accessTo: consentedAccess(consent, now),
        now,
      }),
      now,
    };
  }

  private consentFor(
    principal: Principal,
    { consentId, networkIds }: KybQuery,
    facts: KybFacts,
    now: number,
  ): ConsentState | undefined {
    if (consentId === undefined) return undefined;
    const isInScope = (scope: string) => covers(scope, this.product.slug);
    return requireConsent(
      { principal, subjectType: this.product.subject, networkIds, isInScope, now },
      facts.consent,
    );
  }
}
