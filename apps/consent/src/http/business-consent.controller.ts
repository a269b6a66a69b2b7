import type { Principal } from '@ndx/contracts';
import { Caller, Operation } from '@ndx/service';
import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ReadConsent } from '../use-cases/read-consent.js';
import { ReadReceipt } from '../use-cases/read-receipt.js';
import { RecordBusinessConsent } from '../use-cases/record-business-consent.js';
import {
  BUSINESS_CONSENT_EXAMPLE,
  OptionalScopeQuery,
  RecordBusinessConsentDto,
} from './business-consent.dto.js';
import { receiptOperation, toReceiptDocument } from './consent-receipt.js';
import { CONSENT_NOT_FOUND, ConsentIdPath, referenceOf } from './consent-path.dto.js';
import { BusinessConsent, toConsentRecord } from './consent-record.js';
import { toTermsInput } from './consent-terms.dto.js';

@Controller('v1/consent/business')
export class BusinessConsentController {
  constructor(
    private readonly recordConsent: RecordBusinessConsent,
    private readonly readConsent: ReadConsent,
    private readonly readReceipt: ReadReceipt,
  ) {}

  @Post()
  @HttpCode(200)
  @Operation({
    summary: "Record a business's consent",
    description: 'Without a network it holds in every network in which the caller is a querier.',
    answer: BusinessConsent,
    example: BUSINESS_CONSENT_EXAMPLE,
    refusals: {
      VALIDATION_ERROR:
        'consent cannot be created without prior business consent gathering, or an identity, scope, field or expiry that cannot be used',
      PERMISSION_DENIED: 'not a querier in the network, or in any',
      RESOURCE_NOT_FOUND: 'business not found',
    },
  })
  async record(@Caller() principal: Principal, @Body() body: RecordBusinessConsentDto) {
    const consent = await this.recordConsent.run(principal, {
      networkId: body.network_id ?? undefined,
      didGatherConsent: body.did_gather_consent_from_business_prior,
      businessId: body.business_id ?? undefined,
      identity: body.business_consent_identity,
      terms: toTermsInput(body),
    });
    return toConsentRecord(consent);
  }

  @Get(':consent_id')
  @Operation({
    summary: "Read a business's consent",
    answer: BusinessConsent,
    refusals: CONSENT_NOT_FOUND,
  })
  async read(
    @Caller() principal: Principal,
    @Param() path: ConsentIdPath,
    @Query() query: OptionalScopeQuery,
  ) {
    const reference = referenceOf(
      { kind: 'business', consent_id: path.consent_id },
      query.network_id,
    );
    return toConsentRecord(await this.readConsent.one(principal, reference));
  }

  @Get(':consent_id/receipt')
  @Operation(receiptOperation("a business's"))
  async receipt(
    @Caller() principal: Principal,
    @Param() path: ConsentIdPath,
    @Query() query: OptionalScopeQuery,
  ) {
    const reference = referenceOf(
      { kind: 'business', consent_id: path.consent_id },
      query.network_id,
    );
    return toReceiptDocument(await this.readReceipt.run(principal, reference), new Date());
  }
}
