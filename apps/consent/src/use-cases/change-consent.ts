import type { Principal } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { stateOf, type Consent } from '../domain/consent.js';
import { EVENT_OF, type ConsentChange } from '../domain/consent-change.js';
import { ConsentRepository, type ConsentReference } from '../storage/consent-repository.js';

/**
 * Applies one rule to a consent: load under lock, rule, save, history and event in one
 * transaction. The answer comes only when the change binds queries (design 3), so a change to the
 * values that it has already is published again rather than skipped: it may be a retry.
 */
@Injectable()
export class ChangeConsent {
  constructor(
    private readonly transactions: Transactions,
    private readonly consents: ConsentRepository,
  ) {}

  /** @throws RESOURCE_NOT_FOUND, and whatever the rule throws */
  run(
    principal: Principal,
    reference: ConsentReference,
    rule: (consent: Consent, now: Date) => ConsentChange,
  ): Promise<Consent> {
    return this.transactions.run(async (tx) => {
      const consent = await this.consents.lock(principal, reference, tx.manager);
      const change = rule(consent, new Date());
      await this.consents.save(tx.manager, principal, change);
      tx.publish(EVENT_OF[change.action], stateOf(change.consent));
      return change.consent;
    });
  }
}
