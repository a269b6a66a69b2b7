import type { Principal } from '@ndx/contracts';
import { Transactions, type Transaction } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { withdraw, type KnownRecord, type Withdrawal } from '../domain/record-end.js';
import { RecordEnds } from '../storage/record-ends.js';
import { publishEarlier, publishEnd } from './publish-end.js';

/** `POST /v1/records/{record_id}/withdraw`. */
@Injectable()
export class WithdrawRecord {
  constructor(
    private readonly transactions: Transactions,
    private readonly ends: RecordEnds,
  ) {}

  /** @throws RESOURCE_NOT_FOUND, VALIDATION_ERROR */
  withdraw(principal: Principal, id: string, withdrawal: Withdrawal): Promise<KnownRecord> {
    return this.transactions.run((transaction) =>
      this.withdrawIn(transaction, principal, id, withdrawal),
    );
  }

  /** The same as a part of a transaction. */
  async withdrawIn(
    transaction: Transaction,
    principal: Principal,
    id: string,
    withdrawal: Withdrawal,
  ): Promise<KnownRecord> {
    const { manager } = transaction;
    const record = await this.ends.load(manager, principal, id);
    const end = withdraw(id, record.end, withdrawal, new Date());
    await this.ends.save(manager, record, end);
    await publishEnd(transaction, record, end);
    if (!record.end) await publishEarlier(transaction, record, end);
    return { ...record, end };
  }
}
