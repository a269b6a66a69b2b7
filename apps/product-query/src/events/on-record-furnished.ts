import { RecordFurnished, type PayloadOf } from '@ndx/contracts';
import { afterCommit, Ctx, OnEvent, Payload, type EventContext } from '@ndx/messaging';
import { Controller, Inject } from '@nestjs/common';
import { ProjectionLag } from '../metrics/projection-lag.js';
import { keepKybSections } from '../storage/kyb-projection.js';
import { keepTemplateValues } from '../storage/template-projection.js';

/** Makes a furnished record queryable, for certificates and for templates (design 9). */
@Controller()
export class OnRecordFurnished {
  constructor(@Inject(ProjectionLag) private readonly lag: ProjectionLag) {}

  @OnEvent(RecordFurnished)
  async apply(
    @Payload() record: PayloadOf<typeof RecordFurnished>,
    @Ctx() { manager }: EventContext,
  ): Promise<void> {
    await keepKybSections(manager, record);
    await keepTemplateValues(manager, record);
    afterCommit(manager, () => this.lag.applied(record.furnished_at));
  }
}
