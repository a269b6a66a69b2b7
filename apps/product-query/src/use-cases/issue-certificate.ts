import type { Product } from '@ndx/catalog';
import { newId, type Principal, type QueryEvent } from '@ndx/contracts';
import { CONFIG, currentContext } from '@ndx/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Assembly } from '../domain/assemble-certificate.js';
import { certificateBody } from '../domain/certificate-body.js';
import type { QueryingPolicy } from '../domain/querying-policy.js';
import type { ProductQueryConfig } from '../product-query.config.js';
import { QueryWriter, type IssuedCertificate } from '../storage/query-writer.js';

/** What a query came to, before anything is written. */
export interface Resolution {
  readonly principal: Principal;
  readonly product: Product;
  readonly networkIds: readonly string[];
  readonly consentId: string | null;
  readonly businessId: string;
  /** The policy that governed each network. */
  readonly policies: ReadonlyMap<string, QueryingPolicy>;
  /** Undefined when no result satisfies the policies. */
  readonly assembly: Assembly | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Writes the outcome of a query, with or without a certificate, and gives its answer (design 9). */
@Injectable()
export class CertificateIssuer {
  constructor(
    private readonly writer: QueryWriter,
    @Inject(CONFIG) private readonly config: ProductQueryConfig,
  ) {}

  async resolve(
    resolution: Resolution,
  ): Promise<{ queryEventId: string; body: string | undefined }> {
    const queryEventId = newId();
    const certificate = resolution.assembly && issue(resolution, resolution.assembly, queryEventId);
    await this.writer.write(this.eventOf(resolution, queryEventId, certificate), certificate);
    return { queryEventId, body: certificate?.body };
  }

  private eventOf(
    resolution: Resolution,
    queryEventId: string,
    certificate: IssuedCertificate | undefined,
  ): QueryEvent {
    const { principal, product } = resolution;
    const policy = leadingPolicy(resolution);
    const sections = [...(resolution.assembly?.values() ?? [])];
    return {
      query_event_id: queryEventId,
      product_id: product.id,
      product_slug: product.slug,
      kind: 'product',
      environment: this.config.ENVIRONMENT,
      network_ids: [...resolution.networkIds],
      policy_id: policy?.id ?? null,
      policy_version: policy?.version ?? null,
      querying_entity_id: principal.entity_id,
      account_id: principal.account_id,
      subject_type: product.subject,
      subject_id: resolution.businessId,
      consent_id: resolution.consentId,
      furnishing_entity_ids: [
        ...new Set(sections.map(({ candidate }) => candidate.furnishingEntityId)),
      ],
      certificate_id: certificate?.certificateId ?? null,
      outcome: certificate ? 'issued' : 'no_result',
      billable: true,
      occurred_at: new Date(resolution.now).toISOString(),
      request_id: currentContext().requestId ?? queryEventId,
    };
  }
}

function issue(
  resolution: Resolution,
  assembly: Assembly,
  queryEventId: string,
): IssuedCertificate {
  const certificateId = newId();
  const head = {
    businessId: resolution.businessId,
    certificateId,
    queryEventId,
    networkId: resolution.networkIds[0] ?? '',
    policyId: leadingPolicy(resolution)?.id ?? null,
  };
  return {
    certificateId,
    recordIds: [...new Set([...assembly.values()].map(({ candidate }) => candidate.recordId))],
    body: certificateBody(resolution.product, head, assembly),
  };
}

/** The policy of the first listed network, which the result and the event name. */
function leadingPolicy({ policies, networkIds }: Resolution): QueryingPolicy | undefined {
  return networkIds[0] === undefined ? undefined : policies.get(networkIds[0]);
}
