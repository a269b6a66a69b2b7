import { DisputeChanged, type Principal } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import {
  decide,
  disputeChanged,
  withdrawalBy,
  type Decision,
  type Dispute,
} from '../domain/dispute.js';
import { DisputeRepository } from '../storage/dispute-repository.js';
import { RecordEnds } from '../storage/record-ends.js';
import { WithdrawRecord } from './withdraw-record.js';

/** `POST /v1/disputes/{dispute_id}/decide`. */
@Injectable()
export class DecideDispute {
  constructor(
    private readonly transactions: Transactions,
    private readonly disputes: DisputeRepository,
    private readonly ends: RecordEnds,
    private readonly withdrawRecord: WithdrawRecord,
  ) {}

  /**
   * A withdrawal is part of the same transaction, and the acknowledgement waits for its delivery.
   * @throws RESOURCE_NOT_FOUND, PERMISSION_DENIED, VALIDATION_ERROR, RESOURCE_CONFLICT
   */
  decide(principal: Principal, id: string, decision: Decision): Promise<Dispute> {
    return this.transactions.run(async (transaction) => {
      const { manager, publish } = transaction;
      const before = await this.disputes.load(manager, principal, id);
      const after = decide(before, decision, new Date());
      const { end } = await this.ends.load(manager, principal, before.recordId);
      const withdrawal = withdrawalBy(decision, end);
      if (withdrawal) {
        await this.withdrawRecord.withdrawIn(transaction, principal, before.recordId, withdrawal);
      }
      await this.disputes.save(manager, after);
      publish(DisputeChanged, disputeChanged(after));
      return after;
    });
  }
}
