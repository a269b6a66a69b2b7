import type { Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import type { Consent } from '../domain/consent.js';
import { addGrant } from '../domain/consent-change.js';
import { checkFields } from '../domain/consent-terms.js';
import type { GrantInput } from '../domain/field-access-grant.js';
import type { ConsentReference } from '../storage/consent-repository.js';
import { ChangeConsent } from './change-consent.js';

/** `POST /v1/consent/{kind}/{consent_id}/grants` (design 6). */
@Injectable()
export class AddGrant {
  constructor(private readonly changeConsent: ChangeConsent) {}

  /** @throws VALIDATION_ERROR for an unknown field or an empty window, RESOURCE_NOT_FOUND, RESOURCE_CONFLICT */
  async run(
    principal: Principal,
    reference: ConsentReference,
    input: GrantInput,
  ): Promise<Consent> {
    checkFields(input.fieldDefinitions);
    return this.changeConsent.run(principal, reference, (consent, now) =>
      addGrant(consent, input, now),
    );
  }
}
