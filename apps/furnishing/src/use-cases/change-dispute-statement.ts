import { DisputeChanged, requireMember, type Principal } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { disputeChanged, type Dispute } from '../domain/dispute.js';
import { attachStatement, removeStatement } from '../domain/dispute-statement.js';
import { DisputeRepository } from '../storage/dispute-repository.js';

/** `PUT` and `DELETE /v1/disputes/{dispute_id}/statement`. */
@Injectable()
export class ChangeDisputeStatement {
  constructor(
    private readonly transactions: Transactions,
    private readonly disputes: DisputeRepository,
  ) {}

  /**
   * An institution that left the network adds nothing to its data.
   * @throws RESOURCE_NOT_FOUND, PERMISSION_DENIED, RESOURCE_CONFLICT
   */
  attach(principal: Principal, id: string, text: string): Promise<Dispute> {
    return this.change(principal, id, (before) => {
      requireMember(principal, before.networkId);
      return attachStatement(before, text, new Date());
    });
  }

  /** @throws RESOURCE_NOT_FOUND, PERMISSION_DENIED, RESOURCE_CONFLICT */
  remove(principal: Principal, id: string): Promise<Dispute> {
    return this.change(principal, id, (before) => removeStatement(before, new Date()));
  }

  private change(
    principal: Principal,
    id: string,
    changed: (before: Dispute) => Dispute,
  ): Promise<Dispute> {
    return this.transactions.run(async ({ manager, publish }) => {
      const after = changed(await this.disputes.loadOpened(manager, principal, id));
      await this.disputes.save(manager, after);
      publish(DisputeChanged, disputeChanged(after));
      return after;
    });
  }
}
