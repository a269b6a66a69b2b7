import * as api from '@ndx/api';
import { PERMISSIBLE_PURPOSE_HEADER, type Principal } from '@ndx/contracts';
import { Asked, Caller, HandlesAsText, sendAnswer } from '@ndx/service';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { QueryKybCertificate } from '../use-cases/certificate/query-kyb-certificate.js';
import { RenewCertificate } from '../use-cases/notices/renew-certificate.js';

@Controller()
export class KybQueryController {
  constructor(
    private readonly queryKybCertificate: QueryKybCertificate,
    private readonly renewCertificate: RenewCertificate,
  ) {}

  @HandlesAsText(api.queryKybCertificate)
  async query(
    @Caller() principal: Principal,
    @Asked() { body, headers }: Asked<typeof api.queryKybCertificate>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const answer = await this.queryKybCertificate.query(principal, {
      networkIds: [...new Set(body.network_ids)],
      policyId: body.policy_id ?? undefined,
      furnishingEntityIds: body.furnishing_entity_ids ?? [],
      consentId: body.consent_id ?? undefined,
      businessId: body.business_id ?? undefined,
      purpose: headers[PERMISSIBLE_PURPOSE_HEADER],
    });
    await sendAnswer(reply, answer);
  }

  @HandlesAsText(api.watchKybCertificate)
  async watch(
    @Caller() principal: Principal,
    @Asked() { body }: Asked<typeof api.watchKybCertificate>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendAnswer(reply, await this.renewCertificate.renew(principal, body.notice_id));
  }
}
