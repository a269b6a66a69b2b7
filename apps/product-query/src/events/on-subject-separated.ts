import { SubjectSeparated, type PayloadOf } from '@ndx/contracts';
import { Ctx, OnEvent, Payload, type EventContext } from '@ndx/messaging';
import { Controller } from '@nestjs/common';
import { applySeparation } from '../storage/subject-separations.js';

/** Separates a business in every read model at once, before the governor's request is answered. */
@Controller()
export class OnSubjectSeparated {
  @OnEvent(SubjectSeparated)
  separated(
    @Payload() separation: PayloadOf<typeof SubjectSeparated>,
    @Ctx() { manager }: EventContext,
  ): Promise<void> {
    return applySeparation(manager, separation);
  }
}
