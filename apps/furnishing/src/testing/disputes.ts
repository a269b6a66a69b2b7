import { randomUUID } from 'node:crypto';
import type { Principal } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import type { FurnishingService } from './furnishing-service.js';
import { kybFurnisher } from './kyb-furnisher.js';
import { anIdentitySection, aRecord, daysAgo } from './kyb-records.js';

export const OBJECTION = {
  model_name: 'business_identity_verification',
  field_name: 'business_registration_status',
  reason: 'wrong_value',
  reason_text: 'The registry lists it as dissolved',
};

export const UPHELD = { outcome: 'upheld', reason: 'verified', reason_text: 'Checked again' };

/** A furnisher with a record, and an institution with a query that used it. */
export async function readRecordOf(service: FurnishingService) {
  const furnisher = kybFurnisher(service);
  const section = anIdentitySection({}, daysAgo(1));
  const { body } = await furnisher.furnish([aRecord({ business_identity_verification: section })]);
  const [{ record_id: id }] = body['results'] as [{ record_id: string }];
  const reader = member(furnisher.network, 'querier');
  const query = randomUUID();
  service.use(query, id);
  const open = (more: object = {}, who: Principal = reader) =>
    service.call(who, 'POST', `/v1/records/${id}/disputes`, {
      ...{ ...OBJECTION, query_event_id: query },
      ...more,
    });
  const opened = async (more: object = {}) => String((await open(more)).body['dispute_id']);
  return { ...furnisher, id, reader, query, open, opened };
}
