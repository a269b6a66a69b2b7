import {
  EXAMPLE_IDS,
  CONSENT_DEMANDS,
  ModelSelection,
  PERMISSIBLE_PURPOSES,
  QUERYING_POLICY_STATUSES,
} from '@ndx/contracts';
import { IsOptional } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { Label, Omittable, QueryInteger, Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { EXAMPLE_HASH } from './audit-entry.js';
import { PublishedDraft } from './policy-draft-shapes.js';
import {
  EXAMPLE_MODEL,
  EXPECTED,
  EXAMPLE_PAIR,
  LIST_REFUSALS,
  ListPoliciesQuery,
  NOT_FOUND,
  PolicyPath,
  QUERYING_POLICIES as COLLECTION,
} from './policy-shapes.js';
import { ConfigureQueryingPolicyDto } from './querying-configuration-shape.js';
import { pageOf } from './page-shapes.js';

/** Create input (design 7). */
class CreateQueryingPolicyDto {
  @Uuid()
  readonly product_id!: string;

  @Uuid()
  readonly network_id!: string;

  @Label()
  readonly name!: string;

  /** A policy whose rules the new one has. */
  @Omittable()
  @Uuid()
  readonly copy_of?: string;
}

class ReadQueryingPolicyQuery {
  @IsOptional()
  @Uuid()
  readonly network_id?: string;
}

export const CompleteModelSelection = wire.record(
  'CompleteModelSelection',
  ModelSelection.properties,
);

/** The record (contract 2.7, design 7). */
export const QueryingPolicyRecord = wire.record('QueryingPolicy', {
  id: wire.uuid,
  network_product_id: wire.nullable(wire.uuid),
  network_id: wire.nullable(wire.uuid),
  product_id: wire.uuid,
  entity_id: wire.nullable(wire.uuid),
  name: wire.text,
  version: wire.count,
  schema_version: wire.text,
  status: wire.oneOf(QUERYING_POLICY_STATUSES),
  is_default: wire.flag,
  enforced: wire.flag,
  model_selections: wire.listOf(CompleteModelSelection),
  consent: wire.oneOf(CONSENT_DEMANDS),
  /** Empty means any. */
  permissible_purposes: wire.listOf(wire.oneOf(PERMISSIBLE_PURPOSES)),
  created_at: wire.nullable(wire.timestamp),
  updated_at: wire.nullable(wire.timestamp),
});

export const listQueryingPolicies = declareOperation({
  id: 'listQueryingPolicies',
  method: 'GET',
  path: COLLECTION,
  service: 'policy',
  permission: 'policy:read',
  summary: "List a network's querying policies, oldest first",
  request: { query: ListPoliciesQuery },
  answer: pageOf('QueryingPolicyPage', QueryingPolicyRecord),
  refusals: LIST_REFUSALS,
  words: {
    'QueryingPolicy.id': ['The id of the policy.', EXAMPLE_IDS.policy],
    'QueryingPolicy.entity_id': ['The institution that created the policy.', EXAMPLE_IDS.operator],
    'QueryingPolicy.name': [
      'The name, unique in the network and the product.',
      'Attested identity',
    ],
    'QueryingPolicy.version': [
      'The number of the saved configuration, from 1; 0 of a built-in default.',
      2,
    ],
    'QueryingPolicy.status': 'Only a published policy applies to queries.',
    is_default: 'Whether a query without `policy_id` uses the policy.',
    enforced: 'Whether a query of the network may not name another policy.',
    permissible_purposes: [
      'The purposes that a query may state; empty means any.',
      ['customer_due_diligence'],
    ],
  },
});

export const createQueryingPolicy = declareOperation({
  id: 'createQueryingPolicy',
  method: 'POST',
  path: COLLECTION,
  service: 'policy',
  permission: 'policy:write',
  summary: 'Create a querying policy',
  description:
    'The policy is a draft and applies to no query until it is published. With `copy_of` it has the consent requirement, the purposes and the selections of another policy, of any network and product, as far as its own product has their models and fields.',
  request: { body: CreateQueryingPolicyDto },
  answer: QueryingPolicyRecord,
  example: { ...EXAMPLE_PAIR, name: 'Attested identity' },
  refusals: ['unknown_product', 'role_missing', 'already_exists', 'invalid_policy', ...NOT_FOUND],
  words: {
    'CreateQueryingPolicy.name': [
      'The name, unique in the network and the product.',
      'Attested identity',
    ],
    'CreateQueryingPolicy.copy_of': [
      'A policy that the caller may read, whose rules the new one has.',
      EXAMPLE_IDS.policy,
    ],
  },
});

export const readQueryingPolicy = declareOperation({
  id: 'readQueryingPolicy',
  method: 'GET',
  path: `${COLLECTION}/{policy_id}`,
  service: 'policy',
  permission: 'policy:read',
  summary: 'Read a querying policy',
  description:
    'Also the built-in default of a product, under the id that `meta.policy_id` names: it belongs to no network, so those members and its times are null.',
  request: { path: PolicyPath, query: ReadQueryingPolicyQuery },
  answer: QueryingPolicyRecord,
  refusals: NOT_FOUND,
});

export const configureQueryingPolicy = declareOperation({
  id: 'configureQueryingPolicy',
  method: 'PUT',
  path: `${COLLECTION}/{policy_id}/configuration`,
  service: 'policy',
  permission: 'policy:write',
  summary: 'Configure, publish or archive a querying policy',
  description:
    'Saves the next version. An omitted member is unchanged; `model_selections` replaces the whole list, and `[]` clears it. `status` alone publishes, archives or returns to draft. `consent` sets the requirement of a query: `required` (a recorded consent in force) or `permissible_purpose` (such a consent, or a purpose in `X-Permissible-Purpose`). A non-empty `permissible_purposes` limits the purposes. With null, `consent` has its default: `required` for consumers, `permissible_purpose` for businesses. In a network with `policy_changes` `reviewed`, a policy that is or would be published changes by its draft instead. A configuration that is or would be published is rejected when a test that the policy carries fails under it.',
  request: { path: PolicyPath, body: ConfigureQueryingPolicyDto },
  answer: QueryingPolicyRecord,
  example: {
    status: 'published',
    is_default: true,
    model_selections: [
      {
        model_name: EXAMPLE_MODEL,
        is_required: true,
        attestation_required: true,
        max_age_days: 365,
        field_selections: [{ field_name: 'business_entity_type', is_required: true }],
      },
    ],
  },
  refusals: [
    'unknown_field',
    'unknown_institution',
    'invalid_policy',
    'role_missing',
    ...NOT_FOUND,
    'version_mismatch',
    'already_exists',
    'review_required',
    'tests_failed',
  ],
  words: {
    'ConfigureQueryingPolicy.name': ['A new name.', 'Attested identity'],
    'ConfigureQueryingPolicy.status': 'Publishes, archives or returns to draft.',
    'ConfigureQueryingPolicy.consent':
      'The requirement of a query: a recorded consent in force, or such a consent or a permissible purpose. Null: the default of the product.',
    'ConfigureQueryingPolicy.expected_version': [EXPECTED, 1],
  },
});

export class PolicyVersionPath extends PolicyPath {
  @QueryInteger({ min: 1, max: 2 ** 31 - 1 })
  readonly version!: number;
}

/** A configuration as saved, to which certificates and query events refer (design 7). */
const QueryingPolicyVersion = wire.record('QueryingPolicyVersion', {
  policy_id: wire.uuid,
  version: wire.count,
  name: wire.text,
  status: wire.oneOf(QUERYING_POLICY_STATUSES),
  is_default: wire.flag,
  enforced: wire.flag,
  model_selections: wire.listOf(CompleteModelSelection),
  consent: wire.oneOf(CONSENT_DEMANDS),
  permissible_purposes: wire.listOf(wire.oneOf(PERMISSIBLE_PURPOSES)),
  saved_at: wire.timestamp,
  entity_id: wire.uuid,
  account_id: wire.nullable(wire.uuid),
  draft: wire.nullable(PublishedDraft),
});

export const readQueryingPolicyVersion = declareOperation({
  id: 'readQueryingPolicyVersion',
  method: 'GET',
  path: `${COLLECTION}/{policy_id}/versions/{version}`,
  service: 'policy',
  permission: 'policy:read',
  summary: 'Read a version of a querying policy as it was saved',
  request: { path: PolicyVersionPath },
  answer: QueryingPolicyVersion,
  refusals: NOT_FOUND,
  words: {
    'QueryingPolicyVersion.name': ['The name in this version.', 'Attested identity'],
    'QueryingPolicyVersion.version': ['The number of the saved configuration, from 1.', 2],
    'PolicyVersionPath.version': ['The number of the saved configuration, from 1.', 1],
    'QueryingPolicyVersion.status': 'The status in this version.',
    'QueryingPolicyVersion.saved_at': [
      'The time at which the version was saved.',
      '2026-01-15T09:30:00.000Z',
    ],
    'QueryingPolicyVersion.entity_id': [
      'The institution that saved or published the version.',
      EXAMPLE_IDS.operator,
    ],
    'QueryingPolicyVersion.account_id': [
      'The account that saved or published the version; null unless the caller is a governor.',
      EXAMPLE_IDS.account,
    ],
    'QueryingPolicyVersion.draft':
      'The draft that was published as the version; null if the version was saved at once, and unless the caller is a governor.',
    'PublishedDraft.digest': ['The digest of the draft.', EXAMPLE_HASH],
    author_account_id: ['The account that saved the draft.', EXAMPLE_IDS.account],
    'PublishedDraft.approval': 'The approval of the draft; null if it was published without one.',
    'PublishedDraft.break_glass_reason': [
      'Why the draft was published without the approval that the network required, or although tests failed; null if it was not.',
      null,
    ],
    'PublishedDraft.failed_tests': [
      'The names of the tests that failed under the draft when it was published.',
      [],
    ],
    'PublishedDraft.comment': [
      "The author's explanation of the change.",
      'Requires an attestation',
    ],
  },
});

/** The operations in the order of the OpenAPI document. */
export const QUERYING_POLICY_OPERATIONS = [
  listQueryingPolicies,
  createQueryingPolicy,
  readQueryingPolicy,
  readQueryingPolicyVersion,
  configureQueryingPolicy,
];
