import { RecordFurnished, type PayloadOf } from '@ndx/contracts';
import { Ctx, OnEvent, Payload, type EventContext } from '@ndx/messaging';
import { Controller } from '@nestjs/common';
import { keepKybSections } from '../storage/kyb-projection.js';
import { keepTemplateValues } from '../storage/template-projection.js';

/** Makes a furnished record queryable, for certificates and for templates (design 9). */
@Controller()
export class OnRecordFurnished {
  @OnEvent(RecordFurnished)
  async apply(
    @Payload() record: PayloadOf<typeof RecordFurnished>,
    @Ctx() { manager }: EventContext,
  ): Promise<void> {
    await keepKybSections(manager, record);
    await keepTemplateValues(manager, record);
  }
}
