import { BusinessIdentified, ConsumerIdentified, type PayloadOf } from '@ndx/contracts';
import { Ctx, OnEvents, Payload, type EventEnvelope, type EventsContext } from '@ndx/messaging';
import { Controller } from '@nestjs/common';
import { keepSubjects, type IdentifiedSubject } from '../storage/subject-projection.js';

/** The common members of both events. */
type SubjectState = Pick<
  IdentifiedSubject,
  'network_id' | 'revision' | 'match_hashes' | 'merged_into'
>;

/** Stores subjects, so that a query finds the same one in each requested network (design 9). */
@Controller()
export class OnSubjectIdentified {
  @OnEvents(BusinessIdentified)
  businesses(
    @Payload() states: readonly PayloadOf<typeof BusinessIdentified>[],
    @Ctx() context: EventsContext,
  ): Promise<void> {
    return keepSubjects(
      context,
      states.map((state, place) =>
        identified('business', state.business_id, state, context.envelopes[place]),
      ),
    );
  }

  @OnEvents(ConsumerIdentified)
  consumers(
    @Payload() states: readonly PayloadOf<typeof ConsumerIdentified>[],
    @Ctx() context: EventsContext,
  ): Promise<void> {
    return keepSubjects(
      context,
      states.map((state, place) =>
        identified('consumer', state.consumer_id, state, context.envelopes[place]),
      ),
    );
  }
}

function identified(
  subject_type: IdentifiedSubject['subject_type'],
  subject_id: string,
  { network_id, revision, match_hashes, merged_into }: SubjectState,
  envelope: EventEnvelope | undefined,
): IdentifiedSubject {
  if (envelope === undefined) {
    throw new Error(`the event of ${subject_type} ${subject_id} is missing`);
  }
  const event_id = envelope.id;
  const state = { network_id, revision, match_hashes, merged_into };
  return { subject_id, subject_type, event_id, ...state };
}
