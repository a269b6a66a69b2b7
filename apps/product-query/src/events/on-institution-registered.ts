import { InstitutionRegistered, type PayloadOf } from '@ndx/contracts';
import { Ctx, OnEvent, Payload, type EventContext } from '@ndx/messaging';
import { newestCopy } from '@ndx/postgres';
import { Controller } from '@nestjs/common';

const keep = newestCopy('institution_copy', 'entity_id', 'revision', 'name');

/** Knows furnishers by name, for the coverage check (design 9). */
@Controller()
export class OnInstitutionRegistered {
  @OnEvent(InstitutionRegistered)
  apply(
    @Payload() institution: PayloadOf<typeof InstitutionRegistered>,
    @Ctx() { manager }: EventContext,
  ): Promise<void> {
    return keep(manager, institution);
  }
}
