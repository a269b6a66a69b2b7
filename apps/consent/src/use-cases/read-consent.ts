import type { Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import type { Consent } from '../domain/consent.js';
import type { HistoryEntry } from '../domain/consent-change.js';
import { ConsentRepository, type ConsentReference } from '../storage/consent-repository.js';

/** One consent, and its history (contract 4.1, design 6). */
@Injectable()
export class ReadConsent {
  constructor(private readonly consents: ConsentRepository) {}

  /** @throws RESOURCE_NOT_FOUND */
  one(principal: Principal, reference: ConsentReference): Promise<Consent> {
    return this.consents.load(principal, reference);
  }

  /** Oldest first, after a revision. @throws RESOURCE_NOT_FOUND */
  async history(
    principal: Principal,
    reference: ConsentReference,
    page: { readonly after: number; readonly limit: number },
  ): Promise<HistoryEntry[]> {
    const consent = await this.consents.load(principal, reference);
    return this.consents.history(consent, page.after, page.limit);
  }
}
