import Type, { type Static } from 'typebox';
import { CONSENT_DEMANDS, PERMISSIBLE_PURPOSES } from '../consent-basis.js';
import { DISPUTED_DATA } from '../disputed-data.js';
import { NAME_MATCHES } from '../name-match.js';
import { POLICY_EFFECTS } from '../policy-effect.js';
import { QUERYING_POLICY_STATUSES } from '../querying-policy-status.js';
import { declareEvent } from './declare-event.js';
import {
  nullable,
  NullableTimestamp,
  Revision,
  text,
  Timestamp,
  Uuid,
  uuid,
} from './field-types.js';

const EXAMPLE_DIGEST = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

const Preference = Type.Array(Uuid, {
  description: 'Furnishing institutions in order of preference; empty means any.',
});

const MaxAge = nullable(
  Type.Integer({ minimum: 0 }),
  'Maximum age of a verification in days; null: any age.',
);

const FieldSelection = Type.Object({
  field_name: text('business_entity_type'),
  is_enabled: Type.Boolean(),
  is_required: Type.Boolean(),
  accepted_values: nullable(
    Type.Array(Type.Union([text('corporation'), Type.Number(), Type.Boolean()])),
    'The values that satisfy the policy (strings, numbers and booleans); null: any value.',
  ),
  selected_provenance_option_ids: Preference,
});

export const ModelSelection = Type.Object({
  model_name: text('business_identity_verification'),
  is_enabled: Type.Boolean(),
  is_required: Type.Boolean(),
  max_age_days: MaxAge,
  attestation_required: Type.Boolean(),
  name_match: Type.Enum([...NAME_MATCHES], {
    description:
      '`require`: only a record that names the business as the consent does satisfies the policy.',
  }),
  disputed_data: Type.Enum([...DISPUTED_DATA], {
    description:
      '`exclude`: a record with an undecided dispute does not satisfy the policy; `exclude_after_deadline`: only if the furnisher missed a deadline of it.',
  }),
  selected_provenance_option_ids: Preference,
  field_selections: Type.Array(FieldSelection),
});

export type FieldSelection = Static<typeof FieldSelection>;
export type ModelSelection = Static<typeof ModelSelection>;

/** What a querying policy requires of a query. */
export const CONSENT_TERMS = {
  consent: nullable(
    Type.Enum([...CONSENT_DEMANDS]),
    'Requirement of a query. Null: `required` for a consumer, `permissible_purpose` for a business.',
  ),
  permissible_purposes: Type.Array(Type.Enum([...PERMISSIBLE_PURPOSES]), {
    description: 'The purposes that a query may name; empty means any.',
  }),
};

/** The status of a querying policy, without its selections. */
const STANDING = {
  policy_id: Uuid,
  network_id: Uuid,
  product_id: Uuid,
  entity_id: uuid('The institution that wrote the policy.'),
  revision: Revision,
  version: Type.Integer({
    minimum: 1,
    description: 'Number of the configuration; `revision` counts every change of the record.',
  }),
  status: Type.Enum([...QUERYING_POLICY_STATUSES]),
  is_default: Type.Boolean(),
  enforced: Type.Boolean(),
};

const ofQueryingPolicy = {
  source: 'policy',
  aggregate: 'querying-policy',
  key: (payload: { readonly policy_id: string }) => payload.policy_id,
  subscribers: ['product-query'],
  deliveredDirectlyTo: ['product-query'],
  audited: (payload: { readonly network_id: string }) => [payload.network_id],
} as const;

const Count = Type.Integer({ minimum: 0 });

/** What the summary of a draft counts. */
const SUMMARY_FIGURES = Type.Object({
  simulation: nullable(
    Type.Object({
      simulation_id: Uuid,
      from: Timestamp,
      to: Timestamp,
      ended_at: Timestamp,
      simulated_queries: Count,
      changed_queries: Count,
      lost_answers: Count,
      gained_answers: Count,
      not_simulated_queries: Count,
    }),
    'The simulation of the draft over past queries, as product-query counted it; null: none.',
  ),
  tests_passed: Type.Integer({ minimum: 0, description: 'Tests of the policy that passed.' }),
  tests_failed: Type.Integer({ minimum: 0, description: 'Tests of the policy that failed.' }),
});

/** An account, and the summary of a draft that it submitted or approved. */
const ON_SUMMARY = {
  account_id: uuid('The account.'),
  entity_id: uuid('Its institution.'),
  effect: Type.Enum([...POLICY_EFFECTS], { description: 'The effect of the draft.' }),
  figures: SUMMARY_FIGURES,
  summary_digest: text(EXAMPLE_DIGEST, 'SHA-256 of the whole summary in hexadecimal.'),
};

/** The approval of the draft that became a version. */
const VERSION_APPROVAL = Type.Object({
  ...ON_SUMMARY,
  approved_at: Timestamp,
  draft_digest: text(EXAMPLE_DIGEST, 'SHA-256 of the draft in hexadecimal.'),
});

export type VersionApproval = Static<typeof VERSION_APPROVAL>;

/** The break-glass publication of the draft that became a version. */
const VERSION_BREAK_GLASS = Type.Object({
  account_id: uuid('The account that published it.'),
  entity_id: uuid('Its institution.'),
  published_at: Timestamp,
  reason: text('answers release data of the wrong subjects', 'The reason that it stated.'),
  draft_digest: text(EXAMPLE_DIGEST, 'SHA-256 of the draft in hexadecimal.'),
});

export type VersionBreakGlass = Static<typeof VERSION_BREAK_GLASS>;

export type SeenSummary = Static<typeof SEEN_SUMMARY>;

/** Of both kinds of policies. */
const SEEN_SUMMARY = Type.Object({
  ...ON_SUMMARY,
  record_simulation: nullable(
    Type.Object({
      stated_by_account_id: uuid('The account that stated the counts.'),
      from: Timestamp,
      to: Timestamp,
      examined_records: Count,
      accepted_records: Count,
      refused_records: Count,
    }),
    'The simulation of a furnishing policy over past records, as the author stated it; null: none.',
  ),
});

export const QueryingPolicySaved = declareEvent({
  ...ofQueryingPolicy,
  type: 'policy.querying-policy-saved.v1',
  description: 'A querying policy was created, configured or published.',
  payload: Type.Object({
    ...STANDING,
    model_selections: Type.Array(ModelSelection),
    ...CONSENT_TERMS,
    approval: Type.Optional(
      nullable(
        VERSION_APPROVAL,
        'Approval of the draft that the version was; null: it was published without one; absent: it is not known.',
      ),
    ),
    break_glass: Type.Optional(
      nullable(
        VERSION_BREAK_GLASS,
        'Publication of the version without the approval that the network requires, or although tests failed; null: it needed no reason; absent: it is not known.',
      ),
    ),
  }),
  readable: [
    'product_id',
    'version',
    'status',
    'is_default',
    'enforced',
    'consent',
    'permissible_purposes',
    'approval',
    'break_glass',
  ],
});

export const QueryingPolicyRetired = declareEvent({
  ...ofQueryingPolicy,
  type: 'policy.querying-policy-retired.v1',
  description:
    'A querying policy was archived, returned to draft, or is no longer the default. The event has only this change; the rules are unchanged.',
  payload: Type.Object(STANDING),
  readable: ['product_id', 'version', 'status', 'is_default', 'enforced'],
});

export const QUERYING_POLICY_DRAFT_CHANGES = [
  'saved',
  'submitted',
  'approved',
  'scheduled',
  'unscheduled',
  'discarded',
  'published',
  'not_published',
] as const;

const DRAFT_SCHEDULE = Type.Object({
  publish_at: Timestamp,
  account_id: uuid('The account that scheduled the publication.'),
  entity_id: uuid('Its institution.'),
});

/** The same for both kinds of policies. */
const ofDraft = {
  source: 'policy',
  payload: Type.Object({
    policy_id: Uuid,
    network_id: Uuid,
    product_id: Uuid,
    change: Type.Enum([...QUERYING_POLICY_DRAFT_CHANGES]),
    digest: text(EXAMPLE_DIGEST, 'SHA-256 of the draft in hexadecimal.'),
    base_version: Type.Integer({
      minimum: 1,
      description: 'The version of the policy on which the draft is based.',
    }),
    version: nullable(
      Type.Integer({ minimum: 1 }),
      'The version that the draft became; null unless it was published.',
    ),
    entity_id: uuid('The institution of the account that made the change.'),
    author_account_id: uuid('The account that saved the draft.'),
    submission: nullable(SEEN_SUMMARY, 'The submission of the draft for approval, if any.'),
    approval: nullable(SEEN_SUMMARY, 'The approval in force at the change, if any.'),
    schedule: nullable(DRAFT_SCHEDULE, 'The time at which the draft is or was published, if any.'),
    failure: nullable(
      text('base_version_moved'),
      'The reason why it was not published at that time; null unless the change is `not_published`.',
    ),
    break_glass: Type.Boolean({
      description:
        'Whether it was published without the approval that the network requires, or although tests failed; the version has the reason and the failed tests.',
    }),
  }),
  key: (payload: { readonly policy_id: string }) => payload.policy_id,
  subscribers: [],
  audited: (payload: { readonly network_id: string }) => [payload.network_id],
  readable: [
    'product_id',
    'change',
    'base_version',
    'version',
    'entity_id',
    'author_account_id',
    'submission',
    'approval',
    'schedule',
    'failure',
    'break_glass',
  ],
} as const;

export const QueryingPolicyDraftChanged = declareEvent({
  ...ofDraft,
  type: 'policy.querying-policy-draft-changed.v1',
  description:
    'The draft of a querying policy was saved, submitted for approval, approved, scheduled, discarded or published. A draft applies to no query; its publication is also a `policy.querying-policy-saved.v1`.',
});

export const QueryingPolicyTestChanged = declareEvent({
  type: 'policy.querying-policy-test-changed.v1',
  source: 'policy',
  description:
    'A test that a querying policy carries was saved or deleted. Tests apply to no query; they are run before a publication.',
  payload: Type.Object({
    policy_id: Uuid,
    network_id: Uuid,
    product_id: Uuid,
    change: Type.Enum(['saved', 'deleted']),
    name: text('a limited company is issued', 'The name of the test.'),
    digest: text(EXAMPLE_DIGEST, 'SHA-256 of the test in hexadecimal.'),
    entity_id: uuid('The institution of the account that made the change.'),
  }),
  key: (payload) => payload.policy_id,
  subscribers: [],
  audited: (payload) => [payload.network_id],
  readable: ['product_id', 'change', 'name', 'entity_id'],
});

export const FurnishingPolicyDraftChanged = declareEvent({
  ...ofDraft,
  type: 'policy.furnishing-policy-draft-changed.v1',
  description:
    'The draft of a furnishing policy was saved, submitted for approval, approved, scheduled, discarded or published. A draft applies to no record; its publication is also a `policy.furnishing-policy-saved.v1` of the next version.',
});

export const FurnishingPolicySaved = declareEvent({
  type: 'policy.furnishing-policy-saved.v1',
  source: 'policy',
  aggregate: 'furnishing-policy',
  description: 'A furnishing policy was created, configured, activated or retired.',
  payload: Type.Object({
    policy_id: Uuid,
    network_id: Uuid,
    product_id: Uuid,
    revision: Revision,
    version: Type.Integer({ minimum: 1 }),
    active_on: NullableTimestamp,
    deprecated_on: NullableTimestamp,
    required_fields: Type.Array(text('business_identity_verification.business_entity_type'), {
      description: '`model.field` names that a record must have.',
    }),
    attestation_required: Type.Boolean(),
    max_age_days: MaxAge,
  }),
  key: (payload) => payload.policy_id,
  subscribers: ['furnishing'],
  deliveredDirectlyTo: ['furnishing'],
  audited: (payload) => [payload.network_id],
  readable: [
    'product_id',
    'version',
    'active_on',
    'deprecated_on',
    'required_fields',
    'attestation_required',
    'max_age_days',
  ],
});
