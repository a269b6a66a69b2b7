import type { Principal } from '@ndx/contracts';
import { Caller } from '@ndx/service-kit';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { AddGrant } from '../use-cases/add-grant.js';
import { CloseGrant } from '../use-cases/close-grant.js';
import { ReadConsent } from '../use-cases/read-consent.js';
import { RevokeConsent } from '../use-cases/revoke-consent.js';
import { UpdateConsent } from '../use-cases/update-consent.js';
import { ConsentPath, GrantPath, referenceOf } from './consent-path.dto.js';
import { toConsentRecord } from './consent-record.js';
import { toTermsInput, UpdateConsentDto } from './consent-terms.dto.js';
import { AddGrantDto, toGrantInput } from './grant.dto.js';
import { HistoryQuery, toHistoryRecord } from './history.dto.js';

/** What a consumer's and a business's consent have in common (contract 4.1, design 6). */
@Controller('v1/consent/:kind/:consent_id')
export class ConsentController {
  constructor(
    private readonly updateConsent: UpdateConsent,
    private readonly revokeConsent: RevokeConsent,
    private readonly addGrant: AddGrant,
    private readonly closeGrant: CloseGrant,
    private readonly readConsent: ReadConsent,
  ) {}

  @Put()
  async update(
    @Caller() principal: Principal,
    @Param() path: ConsentPath,
    @Body() body: UpdateConsentDto,
  ) {
    const reference = referenceOf(path, body.network_id);
    return toConsentRecord(await this.updateConsent.run(principal, reference, toTermsInput(body)));
  }

  @Post('revoke')
  @HttpCode(200)
  async revoke(@Caller() principal: Principal, @Param() path: ConsentPath) {
    return toConsentRecord(await this.revokeConsent.run(principal, referenceOf(path)));
  }

  @Post('grants')
  @HttpCode(200)
  async grant(
    @Caller() principal: Principal,
    @Param() path: ConsentPath,
    @Body() body: AddGrantDto,
  ) {
    const grant = toGrantInput(body);
    return toConsentRecord(await this.addGrant.run(principal, referenceOf(path), grant));
  }

  @Delete('grants/:grant_id')
  async close(@Caller() principal: Principal, @Param() path: GrantPath) {
    const consent = await this.closeGrant.run(principal, referenceOf(path), path.grant_id);
    return toConsentRecord(consent);
  }

  @Get('events')
  async history(
    @Caller() principal: Principal,
    @Param() path: ConsentPath,
    @Query() query: HistoryQuery,
  ) {
    const reference = referenceOf(path, query.network_id);
    const entries = await this.readConsent.history(principal, reference, query);
    return entries.map(toHistoryRecord);
  }
}
