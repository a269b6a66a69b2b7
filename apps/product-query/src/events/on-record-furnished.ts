import { RecordFurnished, RecordSubstituted, type PayloadOf } from '@ndx/contracts';
import { afterCommit } from '@ndx/postgres';
import {
  Ctx,
  OnEvent,
  OnEvents,
  Payload,
  type EventContext,
  type EventsContext,
} from '@ndx/messaging';
import { Controller, Inject } from '@nestjs/common';
import { ProjectionLag } from '../metrics/projection-lag.js';
import { applyRecords } from '../storage/apply-records.js';
import { removeEnded } from '../storage/record-ends.js';

/** Makes furnished records queryable, for certificates and for templates (design 9). */
@Controller()
export class OnRecordFurnished {
  constructor(@Inject(ProjectionLag) private readonly lag: ProjectionLag) {}

  @OnEvents(RecordFurnished)
  async apply(
    @Payload() records: readonly PayloadOf<typeof RecordFurnished>[],
    @Ctx() { manager }: Pick<EventsContext, 'manager'>,
  ): Promise<void> {
    await applyRecords(manager, records);
    afterCommit(manager, () => {
      for (const { furnished_at } of records) this.lag.applied(furnished_at);
    });
  }

  /** The record that counted before is removed with the same commit, whether or not its end came. */
  @OnEvent(RecordSubstituted)
  async substitute(
    @Payload() { ended_record_id, ...record }: PayloadOf<typeof RecordSubstituted>,
    @Ctx() { manager }: EventContext,
  ): Promise<void> {
    await removeEnded(manager, { ...record, record_id: ended_record_id });
    await this.apply([record], { manager });
  }
}
