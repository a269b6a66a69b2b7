import { kybCertificate } from '@ndx/catalog';
import type { Principal } from '@ndx/contracts';
import { Caller, Operation, sendAnswer } from '@ndx/service';
import { Body, Controller, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { QueryKybCertificate } from '../use-cases/query-kyb-certificate.js';
import { KybCertificate } from './kyb-certificate.schema.js';
import { KYB_QUERY_EXAMPLE, KybQueryDto } from './kyb-query.dto.js';
import { NO_RESULT, SUBJECT_REFUSALS } from './refusals.js';

@Controller(kybCertificate.queryPath)
export class KybQueryController {
  constructor(private readonly queryKybCertificate: QueryKybCertificate) {}

  @Post()
  @Operation({
    summary: 'Query the KYB certificate of a business',
    description: 'Billable, with a result or without: each 200 and 204 leaves one query event.',
    example: KYB_QUERY_EXAMPLE,
    answer: KybCertificate,
    noResult: NO_RESULT,
    refusals: SUBJECT_REFUSALS,
  })
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
    await sendAnswer(reply, answer);
  }
}
