import { DisputeChanged, type Principal } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { acknowledge, disputeChanged, type Dispute } from '../domain/dispute.js';
import { DisputeRepository } from '../storage/dispute-repository.js';

/** `POST /v1/disputes/{dispute_id}/acknowledge`. */
@Injectable()
export class AcknowledgeDispute {
  constructor(
    private readonly transactions: Transactions,
    private readonly disputes: DisputeRepository,
  ) {}

  /** @throws RESOURCE_NOT_FOUND, PERMISSION_DENIED, RESOURCE_CONFLICT */
  acknowledge(principal: Principal, id: string): Promise<Dispute> {
    return this.transactions.run(async ({ manager, publish }) => {
      const before = await this.disputes.load(manager, principal, id);
      const after = acknowledge(before, new Date());
      await this.disputes.save(manager, after);
      publish(DisputeChanged, disputeChanged(after));
      return after;
    });
  }
}
