import { BOUNDS, SubjectSeparated, type PayloadOf } from '@ndx/contracts';
import { Ctx, OnEvent, Payload, Transactions, type EventContext } from '@ndx/messaging';
import { Controller } from '@nestjs/common';
import { separateConsent } from '../domain/consent-change.js';
import { ConsentRepository } from '../storage/consent-repository.js';
import { publishChange } from '../use-cases/publish-change.js';

/** Moves the consents of a separated business, and removes its keys from the remaining ones. */
@Controller()
export class OnSubjectSeparated {
  constructor(
    private readonly consents: ConsentRepository,
    private readonly transactions: Transactions,
  ) {}

  @OnEvent(SubjectSeparated)
  separated(
    @Payload() payload: PayloadOf<typeof SubjectSeparated>,
    @Ctx() { manager }: EventContext,
  ): Promise<void> {
    const { separated, consent_ids: movedIds, account_id: accountId } = payload;
    const subjectIds = [payload.business_id, ...payload.merged_business_ids];
    const newSubject = { id: separated.business_id, matchHashes: separated.match_hashes };
    return this.transactions.within(manager, async (tx) => {
      const lock = { mode: 'pessimistic_write' } as const;
      const limit = BOUNDS.separation.parts;
      const consents = await this.consents.ofSubject(subjectIds, limit, manager, lock);
      for (const consent of consents) {
        const isMoved = movedIds.includes(consent.id);
        const change = separateConsent(consent, { newSubject, isMoved }, new Date());
        if (!change) continue;
        await this.consents.saveSeparated(manager, accountId, change);
        publishChange(tx, change);
      }
    });
  }
}
