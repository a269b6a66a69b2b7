import Type, { type Static } from 'typebox';
import { declareEvent } from './declare-event.js';
import { NullableTimestamp, Revision, Uuid } from './field-types.js';

const FieldSelection = Type.Object({
  field_name: Type.String(),
  is_enabled: Type.Boolean(),
  is_required: Type.Boolean(),
  /** Null: any value. */
  accepted_values: Type.Union([
    Type.Array(Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
    Type.Null(),
  ]),
  /** Furnishing institutions in order of preference; empty means any. */
  selected_provenance_option_ids: Type.Array(Uuid),
});

export const ModelSelection = Type.Object({
  model_name: Type.String(),
  is_enabled: Type.Boolean(),
  is_required: Type.Boolean(),
  /** The oldest verification that is accepted, in days; null: any age. */
  max_age_days: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
  attestation_required: Type.Boolean(),
  selected_provenance_option_ids: Type.Array(Uuid),
  field_selections: Type.Array(FieldSelection),
});

export type FieldSelection = Static<typeof FieldSelection>;
export type ModelSelection = Static<typeof ModelSelection>;

export const QueryingPolicySaved = declareEvent({
  type: 'policy.querying-policy-saved.v1',
  source: 'policy',
  description: 'A querying policy was created, configured, or ceased to be the default.',
  payload: Type.Object({
    policy_id: Uuid,
    network_id: Uuid,
    product_id: Uuid,
    /** The institution that authored it. */
    entity_id: Uuid,
    /** Counts every change of the record; `version` counts configurations. */
    revision: Revision,
    version: Type.Integer({ minimum: 1 }),
    status: Type.Enum(['draft', 'published', 'archived']),
    is_default: Type.Boolean(),
    enforced: Type.Boolean(),
    model_selections: Type.Array(ModelSelection),
  }),
  key: (payload) => payload.policy_id,
  subscribers: ['product-query'],
  deliveredDirectlyTo: ['product-query'],
  audited: (payload) => [payload.network_id],
});

export const FurnishingPolicySaved = declareEvent({
  type: 'policy.furnishing-policy-saved.v1',
  source: 'policy',
  description: 'A furnishing policy was created, configured, activated or retired.',
  payload: Type.Object({
    policy_id: Uuid,
    network_id: Uuid,
    product_id: Uuid,
    revision: Revision,
    version: Type.Integer({ minimum: 1 }),
    active_on: NullableTimestamp,
    deprecated_on: NullableTimestamp,
    /** `model.field` names that a record must carry. */
    required_fields: Type.Array(Type.String()),
    attestation_required: Type.Boolean(),
    max_age_days: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
  }),
  key: (payload) => payload.policy_id,
  subscribers: ['furnishing'],
  deliveredDirectlyTo: ['furnishing'],
  audited: (payload) => [payload.network_id],
});
