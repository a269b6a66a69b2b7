import * as api from '@ndx/api';
import { ownTime, type Principal } from '@ndx/contracts';
import { Asked, Caller, Handles } from '@ndx/service';
import { Controller } from '@nestjs/common';
import { RecordBusinessConsent } from '../use-cases/record-business-consent.js';
import { RecordConsumerConsent } from '../use-cases/record-consumer-consent.js';
import { toBusinessConsent, toConsumerConsent } from './consent-record.js';
import { toTermsInput } from './consent-input.js';

@Controller()
export class RecordingController {
  constructor(
    private readonly recordConsumerConsent: RecordConsumerConsent,
    private readonly recordBusinessConsent: RecordBusinessConsent,
  ) {}

  @Handles(api.recordConsumerConsent)
  async recordConsumer(
    @Caller() principal: Principal,
    @Asked() { body }: Asked<typeof api.recordConsumerConsent>,
  ) {
    const consent = await this.recordConsumerConsent.record(principal, {
      networkId: body.network_id,
      didGatherConsent: body.did_gather_consent_from_consumer_prior,
      consumerId: body.consumer_id ?? undefined,
      identity: body.consumer_consent_identity,
      terms: toTermsInput(body),
    });
    return toConsumerConsent(consent, ownTime(principal));
  }

  @Handles(api.recordBusinessConsent)
  async recordBusiness(
    @Caller() principal: Principal,
    @Asked() { body }: Asked<typeof api.recordBusinessConsent>,
  ) {
    const consent = await this.recordBusinessConsent.record(principal, {
      networkId: body.network_id ?? undefined,
      didGatherConsent: body.did_gather_consent_from_business_prior,
      businessId: body.business_id ?? undefined,
      identity: body.business_consent_identity,
      terms: toTermsInput(body),
    });
    return toBusinessConsent(consent, ownTime(principal));
  }
}
