import { DisputeChanged, isMember, notFound, type Principal } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { RecordUses } from '../clients/record-uses.js';
import {
  dispute,
  disputeChanged,
  reopened,
  type Dispute,
  type Objection,
} from '../domain/dispute.js';
import { DisputeRepository } from '../storage/dispute-repository.js';

/** `POST /v1/records/{record_id}/disputes`. */
@Injectable()
export class OpenDispute {
  constructor(
    private readonly transactions: Transactions,
    private readonly disputes: DisputeRepository,
    private readonly uses: RecordUses,
  ) {}

  /**
   * The institution is a member of the network of the record. It names a query of its own that used
   * the record, unless the subject asked for the dispute: nobody but the institution can confirm
   * that, so the dispute records its statement, as a consent records `did_gather_consent`. The same
   * request again returns the undecided dispute.
   * @throws RESOURCE_NOT_FOUND, VALIDATION_ERROR, RESOURCE_CONFLICT
   */
  async open(principal: Principal, recordId: string, objection: Objection): Promise<Dispute> {
    const { queryEventId } = objection;
    // First, so that an unknown query has the same answer whether the record exists.
    if (queryEventId !== null && !(await this.uses.includes(queryEventId, recordId))) {
      throw absent();
    }
    const record = await this.disputes.findRecord(recordId);
    if (!record || !isMember(principal, record.networkId)) throw absent();
    const opened = dispute(record, principal.entity_id, objection, new Date());
    return this.transactions.run(async ({ manager, publish }) => {
      const undecided = await this.disputes.findUndecided(manager, opened);
      const stored = undecided ? reopened(undecided, opened) : opened;
      await this.disputes.save(manager, stored);
      publish(DisputeChanged, disputeChanged(stored));
      return stored;
    });
  }
}

const absent = () => notFound('not_found', 'record not found');
