import {
  EVERY_FURNISHER,
  networksWithRole,
  ownTime,
  requireRevision,
  type Principal,
} from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { NetworkMembers } from '@ndx/service';
import { Injectable } from '@nestjs/common';
import type { Consent } from '../domain/consent.js';
import {
  addGrant,
  amendConsent,
  endGrant,
  requireActive,
  revokeConsent,
  withClock,
  type ConsentChange,
} from '../domain/consent-change.js';
import { amendedTerms, checkFields, type TermsInput } from '../domain/consent-terms.js';
import type { GrantInput } from '../domain/field-access-grant.js';
import { ConsentRepository, type ConsentReference } from '../storage/consent-repository.js';
import { publishChange } from './publish-change.js';

export interface ConsentAmendment {
  readonly terms: TermsInput;
  readonly expectedRevision: number | undefined;
}

/** The changes of a recorded consent (contract 4.1, design 6). */
@Injectable()
export class ChangeConsent {
  constructor(
    private readonly transactions: Transactions,
    private readonly consents: ConsentRepository,
    private readonly members: NetworkMembers,
  ) {}

  /** @throws VALIDATION_ERROR (contract 7.5), RESOURCE_NOT_FOUND, RESOURCE_CONFLICT when revoked or changed */
  async amend(
    principal: Principal,
    reference: ConsentReference,
    { terms: input, expectedRevision }: ConsentAmendment,
  ): Promise<Consent> {
    const terms = amendedTerms(input, ownTime(principal));
    return this.applyToActive(principal, reference, (consent, now) => {
      requireRevision('consent', consent, expectedRevision);
      return amendConsent(consent, terms, now);
    });
  }

  /** Idempotent. @throws RESOURCE_NOT_FOUND */
  revoke(principal: Principal, reference: ConsentReference): Promise<Consent> {
    return this.apply(principal, reference, revokeConsent);
  }

  /** @throws VALIDATION_ERROR for an unknown field or an empty window, RESOURCE_NOT_FOUND, RESOURCE_CONFLICT */
  async addGrant(
    principal: Principal,
    reference: ConsentReference,
    input: GrantInput,
  ): Promise<Consent> {
    checkFields(input.fieldDefinitions);
    await this.requireFurnisher(principal, reference, input.furnishingEntityId);
    return this.applyToActive(principal, reference, (consent, now) =>
      addGrant(consent, input, now),
    );
  }

  /** @throws RESOURCE_NOT_FOUND, RESOURCE_CONFLICT when the consent is revoked */
  closeGrant(principal: Principal, reference: ConsentReference, grantId: string): Promise<Consent> {
    return this.applyToActive(principal, reference, (consent, now) =>
      endGrant(consent, grantId, now),
    );
  }

  /**
   * Rejects a grant for an institution outside the consent's networks: it would silently permit
   * nothing.
   */
  private async requireFurnisher(
    principal: Principal,
    reference: ConsentReference,
    furnisherId: string,
  ): Promise<void> {
    if (furnisherId === EVERY_FURNISHER) return;
    const { networkId } = await this.consents.load(principal, reference);
    const networkIds = networkId === null ? networksWithRole(principal, 'querier') : [networkId];
    await this.members.require(networkIds, [furnisherId]);
  }

  /** Applies a rule unless the consent has expired by the institution's own time. */
  private applyToActive(
    principal: Principal,
    reference: ConsentReference,
    rule: (consent: Consent, now: Date) => ConsentChange,
  ): Promise<Consent> {
    return this.apply(principal, reference, (consent, now) => {
      requireActive(consent, ownTime(principal, now));
      return rule(consent, now);
    });
  }

  /**
   * Applies one rule to a consent: load under lock, rule, save, history and event in one
   * transaction. The response is sent after the change applies to queries (design 3). A change to
   * the current values is published again rather than skipped: it may be a retry.
   */
  private apply(
    principal: Principal,
    reference: ConsentReference,
    rule: (consent: Consent, now: Date) => ConsentChange,
  ): Promise<Consent> {
    return this.transactions.run(async (tx) => {
      const consent = await this.consents.lock(principal, reference, tx.manager);
      const change = withClock(rule(consent, new Date()), principal);
      await this.consents.save(tx.manager, principal, change);
      publishChange(tx, change);
      return change.consent;
    });
  }
}
