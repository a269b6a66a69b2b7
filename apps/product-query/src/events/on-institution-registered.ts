import { InstitutionRegistered, type PayloadOf } from '@ndx/contracts';
import { Ctx, OnEvent, Payload, type EventContext } from '@ndx/messaging';
import { readModel, keepNewest } from '@ndx/replication';
import { Controller } from '@nestjs/common';

export const institutions = readModel({
  aggregate: 'institution',
  table: 'institution_copy',
  key: 'entity_id',
  unknown: 'kept',
});

const keep = keepNewest(institutions, 'revision', 'name');

/** Stores the names of furnishers for the coverage check (design 9). */
@Controller()
export class OnInstitutionRegistered {
  @OnEvent(InstitutionRegistered)
  apply(
    @Payload() institution: PayloadOf<typeof InstitutionRegistered>,
    @Ctx() context: EventContext,
  ): Promise<void> {
    return keep(context, institution);
  }
}
