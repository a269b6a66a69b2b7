import { DisputeChanged, type PayloadOf } from '@ndx/contracts';
import { Ctx, OnEvent, Payload, type EventContext } from '@ndx/messaging';
import { keepNewest, readModel } from '@ndx/replication';
import { Controller } from '@nestjs/common';

export const disputes = readModel({
  aggregate: 'dispute',
  table: 'dispute_copy',
  key: 'dispute_id',
  unknown: 'kept',
});

const keep = keepNewest(
  disputes,
  'revision',
  'network_id',
  'record_id',
  'furnishing_entity_id',
  'disputing_entity_id',
  'query_event_id',
  'on_behalf_of_subject',
  'model_name',
  'field_name',
  'reason',
  'attachment_sha256',
  'state',
  'outcome',
  'decision_reason',
  'opened_at',
  'acknowledge_by',
  'acknowledged_at',
  'decide_by',
  'decided_at',
  'stated_at',
  'statement_removed_at',
);

/** Stores the disputes of records, which mark answers and explain past ones. */
@Controller()
export class OnDisputeChanged {
  @OnEvent(DisputeChanged)
  changed(
    @Payload() dispute: PayloadOf<typeof DisputeChanged>,
    @Ctx() context: EventContext,
  ): Promise<void> {
    return keep(context, dispute);
  }
}
