import type { Principal } from '@ndx/contracts';
import { wire } from '@ndx/api';
import { Caller, Operation } from '@ndx/service';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { AddGrant } from '../use-cases/add-grant.js';
import { CloseGrant } from '../use-cases/close-grant.js';
import { ReadConsent } from '../use-cases/read-consent.js';
import { RevokeConsent } from '../use-cases/revoke-consent.js';
import { UpdateConsent } from '../use-cases/update-consent.js';
import { CONSENT_NOT_FOUND, ConsentPath, GrantPath, referenceOf } from './consent-path.dto.js';
import { ConsentRecord, toConsentRecord } from './consent-record.js';
import { toTermsInput, UpdateConsentDto } from './consent-terms.dto.js';
import { AddGrantDto, toGrantInput } from './grant.dto.js';
import { ConsentEvent, HistoryQuery, toHistoryRecord } from './history.dto.js';

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
  @Operation({
    summary: 'Amend a consent',
    answer: ConsentRecord,
    example: { scope: 'kyb_certificate', consented_fields: 'business_identity_verification.*' },
    refusals: {
      ...CONSENT_NOT_FOUND,
      VALIDATION_ERROR:
        'at least one of scope, expires_at, consented_fields must be provided, and be usable',
      RESOURCE_CONFLICT: 'the consent is revoked already',
    },
  })
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
  @Operation({
    summary: 'Revoke a consent',
    description: 'At once, and for good; again is the same answer.',
    answer: ConsentRecord,
    refusals: CONSENT_NOT_FOUND,
  })
  async revoke(@Caller() principal: Principal, @Param() path: ConsentPath) {
    return toConsentRecord(await this.revokeConsent.run(principal, referenceOf(path)));
  }

  @Post('grants')
  @HttpCode(200)
  @Operation({
    summary: 'Grant access to fields of a furnisher',
    answer: ConsentRecord,
    example: {
      furnishing_entity_id: '0192d3c0-5c5e-7a80-9b1e-3c2d1a0f4e5b',
      field_definitions: ['business_identity_verification.*'],
    },
    refusals: {
      ...CONSENT_NOT_FOUND,
      VALIDATION_ERROR:
        'a field that does not exist, or a window that is over or ends before it begins',
      RESOURCE_CONFLICT: 'the consent is revoked already, or holds the most grants that it can',
    },
  })
  async grant(
    @Caller() principal: Principal,
    @Param() path: ConsentPath,
    @Body() body: AddGrantDto,
  ) {
    const grant = toGrantInput(body);
    return toConsentRecord(await this.addGrant.run(principal, referenceOf(path), grant));
  }

  @Delete('grants/:grant_id')
  @Operation({
    summary: 'Close a grant',
    answer: ConsentRecord,
    refusals: {
      RESOURCE_NOT_FOUND: 'consent record or grant not found',
      RESOURCE_CONFLICT: 'the consent is revoked already',
    },
  })
  async close(@Caller() principal: Principal, @Param() path: GrantPath) {
    const consent = await this.closeGrant.run(principal, referenceOf(path), path.grant_id);
    return toConsentRecord(consent);
  }

  @Get('events')
  @Operation({
    summary: "Read a consent's history, oldest first",
    answer: wire.listOf(ConsentEvent),
    refusals: CONSENT_NOT_FOUND,
  })
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
