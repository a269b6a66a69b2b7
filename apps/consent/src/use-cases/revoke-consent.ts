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

  /** Revoking twice is revoking once. @throws RESOURCE_NOT_FOUND */
  run(principal: Principal, reference: ConsentReference): Promise<Consent> {
    return this.changeConsent.run(principal, reference, revokeConsent);
  }
}
