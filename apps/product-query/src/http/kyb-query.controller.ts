import type { Principal } from '@ndx/contracts';
import { Caller } from '@ndx/service-kit';
import { Body, Controller, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { QueryKybCertificate } from '../use-cases/query-kyb-certificate.js';
import { KybQueryDto } from './kyb-query.dto.js';

/** Carries the reference of a query on 200 and 204 (contract 7.3, design 9). */
const REFERENCE_HEADER = 'X-Ref-Id';

@Controller('v1/products/kyb_certificate')
export class KybQueryController {
  constructor(private readonly queryKybCertificate: QueryKybCertificate) {}

  @Post('query')
  async query(
    @Caller() principal: Principal,
    @Body() body: KybQueryDto,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const answer = await this.queryKybCertificate.run(principal, {
      networkIds: [...new Set(body.network_ids)],
      policyId: body.policy_id ?? undefined,
      furnishingEntityIds: body.furnishing_entity_ids ?? [],
      consentId: body.consent_id ?? undefined,
      businessId: body.business_id ?? undefined,
    });
    void reply.header(REFERENCE_HEADER, answer.queryEventId);
    if (answer.body === undefined) await reply.status(204).send();
    else await reply.status(200).type('application/json; charset=utf-8').send(answer.body);
  }
}
