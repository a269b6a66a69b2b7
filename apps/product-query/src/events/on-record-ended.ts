import { RecordEnded, type PayloadOf } from '@ndx/contracts';
import { Ctx, OnEvent, Payload, type EventContext } from '@ndx/messaging';
import { keepNewest, readModel } from '@ndx/replication';
import { Controller } from '@nestjs/common';
import { removeEnded } from '../storage/record-ends.js';

export const recordEnds = readModel({
  aggregate: 'record',
  table: 'record_copy',
  key: 'record_id',
  unknown: 'kept',
});

const keep = keepNewest(
  recordEnds,
  'revision',
  'network_id',
  'subject_id',
  'furnishing_entity_id',
  'state',
  'reason',
  'corrected_by_record_id',
  'ended_at',
);

/** Removes a withdrawn or corrected record from the sources of answers. */
@Controller()
export class OnRecordEnded {
  @OnEvent(RecordEnded)
  async ended(
    @Payload() end: PayloadOf<typeof RecordEnded>,
    @Ctx() context: EventContext,
  ): Promise<void> {
    await removeEnded(context.manager, end);
    await keep(context, end);
  }
}
