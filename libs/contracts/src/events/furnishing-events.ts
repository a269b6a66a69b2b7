import Type from 'typebox';
import { EVENT_BYTES } from '../bounds.js';
import { declareEvent } from './declare-event.js';
import { text, Timestamp, Uuid } from './field-types.js';

export const RecordFurnished = declareEvent({
  type: 'furnishing.record-furnished.v1',
  source: 'furnishing',
  description:
    'An institution furnished a data set about one subject. No other event has furnished data. The event has the values that queries return, and no identifiers of the subject.',
  payload: Type.Object({
    record_id: Uuid,
    network_id: Uuid,
    dataset: text('kyb_certificate', 'Slug of the product or template.'),
    subject_type: Type.Enum(['consumer', 'business']),
    subject_id: Uuid,
    furnishing_entity_id: Uuid,
    furnished_at: Timestamp,
    models: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()), {
      description:
        'The furnished fields by model, with the names of the catalogue; secrets are encrypted.',
      examples: [{ business_identity_verification: { business_entity_type: 'corporation' } }],
    }),
  }),
  key: (payload) => payload.subject_id,
  subscribers: ['product-query'],
  // The record itself is append-only, and its data must not be stored twice.
  audited: false,
  maxBytes: EVENT_BYTES.record,
});
