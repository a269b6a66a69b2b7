import type { Subject } from '@ndx/catalog';
import { BusinessIdentified, ConsumerIdentified, type PayloadOf } from '@ndx/contracts';
import { Ctx, OnEvent, Payload, type EventContext } from '@ndx/messaging';
import { Controller } from '@nestjs/common';

interface IdentifiedSubject {
  readonly id: string;
  readonly type: Subject;
  readonly network_id: string;
  readonly revision: number;
  readonly match_hashes: readonly string[];
}

/** Replaces the copy and its hashes when the event is newer than what is known. */
const APPLY = `
with applied as (
  insert into subject_copy (subject_id, network_id, revision, match_hashes, subject_type)
  values ($1, $2, $3, $4::text[], $5)
  on conflict (subject_id) do update set revision = excluded.revision, match_hashes = excluded.match_hashes,
    subject_type = excluded.subject_type
  where subject_copy.revision < excluded.revision
  returning subject_id, network_id, match_hashes
), outdated as (
  delete from subject_match m using applied
  where m.subject_id = applied.subject_id and m.match_hash <> all(applied.match_hashes)
)
insert into subject_match (match_hash, network_id, subject_id)
select unnest(match_hashes), network_id, subject_id from applied
on conflict do nothing`;

/** Lets a query find the same subject in every network that it lists (design 9). */
@Controller()
export class OnSubjectIdentified {
  @OnEvent(BusinessIdentified)
  business(
    @Payload() payload: PayloadOf<typeof BusinessIdentified>,
    @Ctx() context: EventContext,
  ): Promise<void> {
    return apply({ ...payload, id: payload.business_id, type: 'business' }, context);
  }

  @OnEvent(ConsumerIdentified)
  consumer(
    @Payload() payload: PayloadOf<typeof ConsumerIdentified>,
    @Ctx() context: EventContext,
  ): Promise<void> {
    return apply({ ...payload, id: payload.consumer_id, type: 'consumer' }, context);
  }
}

async function apply(subject: IdentifiedSubject, { manager }: EventContext): Promise<void> {
  await manager.query(APPLY, [
    subject.id,
    subject.network_id,
    subject.revision,
    subject.match_hashes,
    subject.type,
  ]);
}
