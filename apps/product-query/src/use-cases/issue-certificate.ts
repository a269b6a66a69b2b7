import type { Product } from '@ndx/catalog';
import { newId, type Principal } from '@ndx/contracts';
import { CONFIG, type Answer } from '@ndx/service';
import { Inject, Injectable } from '@nestjs/common';
import type { Assembly } from '../domain/assemble-certificate.js';
import { certificateBody } from '../domain/certificate-body.js';
import type { QueryingPolicy } from '../domain/querying-policy.js';
import type { ProductQueryConfig } from '../product-query.config.js';
import { QueryWriter, type IssuedCertificate } from '../storage/query-writer.js';
import { queryAnswer } from './query-answer.js';
import { leadingPolicy, queryEventOf } from './query-event.js';

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

  async resolve(resolution: Resolution): Promise<Answer> {
    const queryEventId = newId();
    const certificate = resolution.assembly && issue(resolution, resolution.assembly, queryEventId);
    const sections = [...(resolution.assembly?.values() ?? [])];
    const event = queryEventOf({
      ...resolution,
      queryEventId,
      dataset: resolution.product,
      subjectId: resolution.businessId,
      furnishingEntityIds: sections.map(({ candidate }) => candidate.furnishingEntityId),
      certificateId: certificate?.certificateId ?? null,
      outcome: certificate ? 'issued' : 'no_result',
      environment: this.config.ENVIRONMENT,
    });
    const answer = queryAnswer(queryEventId, certificate?.body);
    await this.writer.write(event, answer, certificate);
    return answer;
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
    policyId: leadingPolicy(resolution.networkIds, resolution.policies)?.id ?? null,
  };
  return {
    certificateId,
    recordIds: [...new Set([...assembly.values()].map(({ candidate }) => candidate.recordId))],
    body: certificateBody(resolution.product, head, assembly),
  };
}
