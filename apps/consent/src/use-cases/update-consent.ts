import type { Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import type { Consent } from '../domain/consent.js';
import { amendConsent } from '../domain/consent-change.js';
import { amendedTerms, type TermsInput } from '../domain/consent-terms.js';
import type { ConsentReference } from '../storage/consent-repository.js';
import { ChangeConsent } from './change-consent.js';

/** `PUT /v1/consent/{kind}/{consent_id}` (contract 4.1). */
@Injectable()
export class UpdateConsent {
  constructor(private readonly changeConsent: ChangeConsent) {}

  /** @throws VALIDATION_ERROR (contract 7.5), RESOURCE_NOT_FOUND, RESOURCE_CONFLICT when revoked */
  async run(
    principal: Principal,
    reference: ConsentReference,
    input: TermsInput,
  ): Promise<Consent> {
    const terms = amendedTerms(input, new Date());
    return this.changeConsent.run(principal, reference, (consent, now) =>
      amendConsent(consent, terms, now),
    );
  }
}
