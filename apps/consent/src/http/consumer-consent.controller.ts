import type { Principal } from '@ndx/contracts';
import { Caller, Operation } from '@ndx/service';
import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ReadConsent } from '../use-cases/read-consent.js';
import { ReadReceipt } from '../use-cases/read-receipt.js';
import { RecordConsumerConsent } from '../use-cases/record-consumer-consent.js';
import { receiptOperation, toReceiptDocument } from './consent-receipt.js';
import { CONSENT_NOT_FOUND, ConsentIdPath, referenceOf } from './consent-path.dto.js';
import { ConsumerConsent, toConsentRecord } from './consent-record.js';
import { toTermsInput } from './consent-terms.dto.js';
import {
  CONSUMER_CONSENT_EXAMPLE,
  ConsumerScopeQuery,
  RecordConsumerConsentDto,
} from './consumer-consent.dto.js';

@Controller('v1/consent/consumer')
export class ConsumerConsentController {
  constructor(
    private readonly recordConsent: RecordConsumerConsent,
    private readonly readConsent: ReadConsent,
    private readonly readReceipt: ReadReceipt,
  ) {}

  @Post()
  @HttpCode(200)
  @Operation({
    summary: "Record a consumer's consent",
    answer: ConsumerConsent,
    example: CONSUMER_CONSENT_EXAMPLE,
    refusals: {
      VALIDATION_ERROR:
        'consent cannot be created without prior consumer consent gathering, or an identity, scope, field or expiry that cannot be used',
      PERMISSION_DENIED: 'not a querier in the network',
      RESOURCE_NOT_FOUND: 'consumer not found',
    },
  })
  async record(@Caller() principal: Principal, @Body() body: RecordConsumerConsentDto) {
    const consent = await this.recordConsent.run(principal, {
      networkId: body.network_id,
      didGatherConsent: body.did_gather_consent_from_consumer_prior,
      consumerId: body.consumer_id ?? undefined,
      identity: body.consumer_consent_identity,
      terms: toTermsInput(body),
    });
    return toConsentRecord(consent);
  }

  @Get(':consent_id')
  @Operation({
    summary: "Read a consumer's consent",
    answer: ConsumerConsent,
    refusals: CONSENT_NOT_FOUND,
  })
  async read(
    @Caller() principal: Principal,
    @Param() path: ConsentIdPath,
    @Query() query: ConsumerScopeQuery,
  ) {
    const reference = referenceOf(
      { kind: 'consumer', consent_id: path.consent_id },
      query.network_id,
    );
    return toConsentRecord(await this.readConsent.one(principal, reference));
  }

  @Get(':consent_id/receipt')
  @Operation(receiptOperation("a consumer's"))
  async receipt(
    @Caller() principal: Principal,
    @Param() path: ConsentIdPath,
    @Query() query: ConsumerScopeQuery,
  ) {
    const reference = referenceOf(
      { kind: 'consumer', consent_id: path.consent_id },
      query.network_id,
    );
    return toReceiptDocument(await this.readReceipt.run(principal, reference), new Date());
  }
}
