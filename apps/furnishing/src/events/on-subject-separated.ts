import { RecordFurnished, SubjectSeparated, type PayloadOf } from '@ndx/contracts';
import { Ctx, OnEvent, Payload, Transactions, type EventContext } from '@ndx/messaging';
import { Controller } from '@nestjs/common';
import { SubjectRecords } from '../storage/subject-records.js';

/** Moves the records of a separated business, and publishes the records that they replaced. */
@Controller()
export class OnSubjectSeparated {
  constructor(
    private readonly records: SubjectRecords,
    private readonly transactions: Transactions,
  ) {}

  @OnEvent(SubjectSeparated)
  separated(
    @Payload() separation: PayloadOf<typeof SubjectSeparated>,
    @Ctx() { manager }: EventContext,
  ): Promise<void> {
    const { business_id: id, separated, record_ids: recordIds } = separation;
    return this.transactions.within(manager, async ({ publish }) => {
      const to = { newSubjectId: separated.business_id, recordIds };
      const records = await this.records.move(manager, id, to);
      for (const record of records) publish(RecordFurnished, record);
    });
  }
}
