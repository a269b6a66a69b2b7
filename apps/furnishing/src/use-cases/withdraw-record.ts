import { RecordEnded, RecordFurnished, type Principal } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { recordEnded, withdraw, type Withdrawal } from '../domain/record-end.js';
import { standingRecords } from '../domain/standing-records.js';
import { RecordEnds, type KnownRecord } from '../storage/record-ends.js';

/** `POST /v1/records/{record_id}/withdraw`. */
@Injectable()
export class WithdrawRecord {
  constructor(
    private readonly transactions: Transactions,
    private readonly ends: RecordEnds,
  ) {}

  /** @throws RESOURCE_NOT_FOUND, VALIDATION_ERROR */
  withdraw(principal: Principal, id: string, withdrawal: Withdrawal): Promise<KnownRecord> {
    return this.transactions.run(async ({ manager, publish }) => {
      const record = await this.ends.load(manager, principal, id);
      const end = withdraw(id, record.end, withdrawal, new Date());
      await this.ends.save(manager, end);
      publish(RecordEnded, recordEnded(record, end));
      if (!record.end) {
        // A reader stores one record of each part, so it has to read the earlier ones again.
        const standing = standingRecords(await this.ends.others(manager, record));
        for (const each of standing) publish(RecordFurnished, each);
      }
      return { ...record, end };
    });
  }
}
