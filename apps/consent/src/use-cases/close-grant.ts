import type { Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import type { Consent } from '../domain/consent.js';
import { endGrant } from '../domain/consent-change.js';
import type { ConsentReference } from '../storage/consent-repository.js';
import { ChangeConsent } from './change-consent.js';

/** `DELETE /v1/consent/{kind}/{consent_id}/grants/{grant_id}` (design 6). */
@Injectable()
export class CloseGrant {
  constructor(private readonly changeConsent: ChangeConsent) {}

  /** @throws RESOURCE_NOT_FOUND, RESOURCE_CONFLICT when it is closed already */
  run(principal: Principal, reference: ConsentReference, grantId: string): Promise<Consent> {
    return this.changeConsent.run(principal, reference, (consent, now) =>
      endGrant(consent, grantId, now),
    );
  }
}
