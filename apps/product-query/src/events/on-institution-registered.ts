import { InstitutionRegistered, type PayloadOf } from '@ndx/contracts';
import { OnEvent, type EventContext } from '@ndx/messaging';
import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';

const APPLY = `
insert into institution_copy (entity_id, revision, name) values ($1, $2, $3)
on conflict (entity_id) do update set revision = excluded.revision, name = excluded.name
where institution_copy.revision < excluded.revision`;

/** Knows furnishers by name, for the coverage check (design 9). */
@Controller()
export class OnInstitutionRegistered {
  @OnEvent(InstitutionRegistered)
  async apply(
    @Payload() institution: PayloadOf<typeof InstitutionRegistered>,
    @Ctx() { manager }: EventContext,
  ): Promise<void> {
    await manager.query(APPLY, [institution.entity_id, institution.revision, institution.name]);
  }
}
