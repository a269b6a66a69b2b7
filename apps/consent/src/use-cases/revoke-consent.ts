import type { Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import type { Consent } from '../domain/consent.js';
import { revokeConsent } from '../domain/consent-change.js';
import type { ConsentReference } from '../storage/consent-repository.js';
import { ChangeConsent } from './change-consent.js';

/** `POST /v1/consent/{kind}/{consent_id}/revoke` (design 6). */
@Injectable()
export class RevokeConsent {
  constructor(private readonly changeConsent: ChangeConsent) {}

  /** @throws RESOURCE_NOT_FOUND, RESOURCE_CONFLICT when it is revoked already */
  run(principal: Principal, reference: ConsentReference): Promise<Consent> {
    return this.changeConsent.run(principal, reference, revokeConsent);
  }
}
