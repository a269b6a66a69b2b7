import { SubjectSeparated, type PayloadOf } from '@ndx/contracts';
import { Ctx, OnEvent, Payload, type EventContext } from '@ndx/messaging';
import { Controller } from '@nestjs/common';
import { SubjectRecords } from '../storage/subject-records.js';

/** Moves the records of a separated business; product-query reads the records that count then. */
@Controller()
export class OnSubjectSeparated {
  constructor(private readonly records: SubjectRecords) {}

  @OnEvent(SubjectSeparated)
  separated(
    @Payload() separation: PayloadOf<typeof SubjectSeparated>,
    @Ctx() { manager }: EventContext,
  ): Promise<void> {
    const { business_id: id, merged_business_ids: mergedIds, separated } = separation;
    const to = { newSubjectId: separated.business_id, recordIds: separation.record_ids };
    return this.records.move(manager, [id, ...mergedIds], to);
  }
}
