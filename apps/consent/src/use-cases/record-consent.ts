import type { Principal } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { CONFIG } from '@ndx/service';
import { Sealer } from '@ndx/sealing';
import { Inject, Injectable } from '@nestjs/common';
import type { ConsentConfig } from '../consent.config.js';
import type { Consent } from '../domain/consent.js';
import { grantConsent, withClock, type NewConsent } from '../domain/consent-change.js';
import { ConsentRepository } from '../storage/consent-repository.js';
import { publishChange } from './publish-change.js';

/** Stores a new consent with its history and event, and the encrypted identity as evidence. */
@Injectable()
export class RecordConsent {
  private readonly sealer: Sealer;

  constructor(
    @Inject(CONFIG) config: ConsentConfig,
    private readonly transactions: Transactions,
    private readonly consents: ConsentRepository,
  ) {
    this.sealer = new Sealer(config.SEALING_KEYS);
  }

  record(
    principal: Principal,
    input: Omit<NewConsent, 'entityId'>,
    identity: object,
    now: Date,
  ): Promise<Consent> {
    const granted = grantConsent({ ...input, entityId: principal.entity_id }, now);
    const change = withClock(granted, principal);
    const evidence = this.sealer.seal(JSON.stringify(identity));
    return this.transactions.run(async (tx) => {
      await this.consents.add(tx.manager, principal, change, evidence);
      publishChange(tx, change);
      return change.consent;
    });
  }
}
