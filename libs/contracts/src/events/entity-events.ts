import Type from 'typebox';
import { MEMBERSHIP_ROLES } from '../permissions.js';
import { ACCOUNT_STATUSES } from '../account-status.js';
import { IDENTITY_CONFLICT_KINDS, IDENTITY_CONFLICT_STATUSES } from '../identity-conflict.js';
import { IDENTITY_VISIBILITIES } from '../identity-visibility.js';
import { INVITATION_STATUSES } from '../invitation.js';
import { MOST_DISPUTE_DAYS, POLICY_CHANGES, RECORDS_OF_LEAVERS } from '../network-terms.js';
import { CLIENT_PERMISSIONS, CLIENT_STATUSES, TOKEN_BINDINGS } from '../registered-client.js';
import { ACTING_SERVICES } from '../topology.js';
import { MAX_WITNESSES } from '../witness.js';
import { declareEvent } from './declare-event.js';
import { MatchHashes, nullable, Revision, text, Timestamp, Uuid, uuid } from './field-types.js';

/** What ended binds in every service at the acknowledgement (design 3). */
const boundByEachService = {
  subscribers: ACTING_SERVICES,
  deliveredDirectlyTo: ACTING_SERVICES,
} as const;

const MergedInto = nullable(
  Uuid,
  'The subject into which a governor merged this subject; null if it was not merged.',
);

export const BusinessIdentified = declareEvent({
  type: 'entity.business-identified.v1',
  source: 'entity',
  aggregate: 'business',
  description: 'A business was added to a network, or its identifiers changed.',
  payload: Type.Object({
    business_id: Uuid,
    network_id: Uuid,
    match_hashes: MatchHashes,
    merged_into: MergedInto,
    revision: Revision,
  }),
  key: (payload) => payload.business_id,
  subscribers: ['product-query'],
  audited: false,
});

export const ConsumerIdentified = declareEvent({
  type: 'entity.consumer-identified.v1',
  source: 'entity',
  aggregate: 'consumer',
  description:
    'A consumer was added to a network, or merged with another. `match_hashes` has hashes of the SSN with each date of birth, never of the SSN alone, and the id of the consumer.',
  payload: Type.Object({
    consumer_id: Uuid,
    network_id: Uuid,
    match_hashes: MatchHashes,
    merged_into: MergedInto,
    revision: Revision,
  }),
  key: (payload) => payload.consumer_id,
  subscribers: ['product-query'],
  audited: false,
});

const conflict = {
  conflict_id: Uuid,
  network_id: Uuid,
  kind: Type.Enum(IDENTITY_CONFLICT_KINDS),
  subject_type: Type.Enum(['consumer', 'business']),
  subject_ids: Type.Array(Uuid, {
    description: 'First the subject whose statement opened the conflict, then the others.',
  }),
};

export const IdentityConflictOpened = declareEvent({
  type: 'entity.identity-conflict-opened.v1',
  source: 'entity',
  description:
    'An institution stated an identifier of a known subject, and the other identifying fields did not match; or it stated another legal name or EIN of a known business.',
  payload: Type.Object(conflict),
  key: (payload) => payload.conflict_id,
  subscribers: [],
  audited: (payload) => [payload.network_id],
  readable: ['kind', 'subject_type'],
});

export const IdentityConflictResolved = declareEvent({
  type: 'entity.identity-conflict-resolved.v1',
  source: 'entity',
  description:
    'A governor resolved an identity conflict: it merged two subjects, kept them apart, or confirmed that one business has several names.',
  payload: Type.Object({
    ...conflict,
    status: Type.Enum(IDENTITY_CONFLICT_STATUSES),
    into_subject_id: nullable(Uuid, 'The subject that remains after the merge.'),
  }),
  key: (payload) => payload.conflict_id,
  subscribers: [],
  audited: (payload) => [payload.network_id],
  readable: ['kind', 'subject_type', 'status'],
});

/** What a separation leaves of a business, or makes of its parts. */
const separatedPart = {
  match_hashes: MatchHashes,
  revision: Revision,
};

export const SubjectSeparated = declareEvent({
  type: 'entity.subject-separated.v1',
  source: 'entity',
  description:
    'A governor separated a business that was two: the chosen statements, records and consents belong to a new business from then on. Earlier queries keep the business that they had.',
  payload: Type.Object({
    separation_id: Uuid,
    network_id: Uuid,
    business_id: uuid('The business that was separated.'),
    merged_business_ids: Type.Array(Uuid, {
      description:
        'The businesses that were merged into it earlier, whose records and consents are its own.',
    }),
    kept: Type.Object(separatedPart),
    separated: Type.Object({ business_id: uuid('The new business.'), ...separatedPart }),
    statement_entity_ids: Type.Array(Uuid, {
      description: 'The institutions whose statements moved.',
    }),
    legal_names: Type.Array(text('Example LLC'), {
      description: 'The legal names that only the moved statements and records state.',
    }),
    record_ids: Type.Array(Uuid),
    consent_ids: Type.Array(Uuid),
    reason: text('Two companies with one damaged registration number.'),
    account_id: uuid('The account of the governor.'),
    separated_at: Timestamp,
  }),
  key: (payload) => payload.business_id,
  subscribers: ['consent', 'furnishing', 'product-query'],
  deliveredDirectlyTo: ['consent', 'furnishing', 'product-query'],
  audited: (payload) => [payload.network_id],
  readable: ['statement_entity_ids', 'separated_at'],
});

export const InstitutionRegistered = declareEvent({
  type: 'entity.institution-registered.v1',
  source: 'entity',
  aggregate: 'institution',
  description: 'An institution was registered, or changed its name.',
  payload: Type.Object({ entity_id: Uuid, name: text('Example Bank'), revision: Revision }),
  key: (payload) => payload.entity_id,
  subscribers: ['product-query'],
  audited: (payload) => [payload.entity_id],
});

export const AccountChanged = declareEvent({
  type: 'entity.account-changed.v1',
  source: 'entity',
  aggregate: 'account',
  description: 'An account of an institution was added, suspended or reactivated.',
  payload: Type.Object({
    account_id: Uuid,
    entity_id: Uuid,
    network_id: nullable(
      Uuid,
      'The home network of the institution; null for the first institution of the system, which administers itself.',
    ),
    status: Type.Enum(ACCOUNT_STATUSES),
    revision: Revision,
  }),
  key: (payload) => payload.account_id,
  ...boundByEachService,
  audited: (payload) => [payload.network_id ?? payload.entity_id],
  readable: ['entity_id', 'status', 'revision'],
});

export const ClientChanged = declareEvent({
  type: 'entity.client-changed.v1',
  source: 'entity',
  description:
    'An institution registered a client of the identity provider, or removed it. Its account is published for itself, and ends with the client.',
  payload: Type.Object({
    account_id: uuid('The account of the client.'),
    entity_id: Uuid,
    client_id: text('first-bank-robot', 'The client in its tokens.'),
    name: text('Nightly furnishing'),
    permissions: Type.Array(Type.Enum(CLIENT_PERMISSIONS)),
    network_ids: Type.Array(Uuid, { description: 'The networks of the client.' }),
    addresses: nullable(
      Type.Array(text('192.0.2.0/24')),
      'The networks from which its requests are accepted; null: every address.',
    ),
    token_binding: Type.Enum(TOKEN_BINDINGS),
    status: Type.Enum(CLIENT_STATUSES),
  }),
  key: (payload) => payload.account_id,
  subscribers: [],
  audited: (payload) => payload.network_ids,
  readable: ['entity_id', 'permissions', 'token_binding', 'status'],
});

export const InvitationChanged = declareEvent({
  type: 'entity.invitation-changed.v1',
  source: 'entity',
  description:
    'An institution invited a person to be an account, or revoked the invitation, or the person accepted it. The account and a new institution are published for themselves.',
  payload: Type.Object({
    invitation_id: Uuid,
    network_id: Uuid,
    entity_id: nullable(
      Uuid,
      'The institution of the account; null until a new institution is registered by the acceptance.',
    ),
    roles: Type.Array(Type.Enum(MEMBERSHIP_ROLES), {
      description:
        'The roles of a new institution in the network; empty for an account of a known one.',
    }),
    sender_entity_id: uuid('The institution that sent the invitation.'),
    account_id: nullable(Uuid, 'The account of the person; null until the acceptance.'),
    status: Type.Enum(INVITATION_STATUSES),
    expires_at: Timestamp,
  }),
  key: (payload) => payload.invitation_id,
  subscribers: [],
  audited: (payload) => [payload.network_id],
  readable: ['entity_id', 'roles', 'sender_entity_id', 'account_id', 'status', 'expires_at'],
});

export const NetworkFounded = declareEvent({
  type: 'entity.network-founded.v1',
  source: 'entity',
  description: 'An institution created a network and became its governor.',
  payload: Type.Object({ network_id: Uuid, entity_id: Uuid, name: text('Example network') }),
  key: (payload) => payload.network_id,
  subscribers: [],
  audited: (payload) => [payload.network_id],
  readable: ['entity_id', 'name'],
});

const DISPUTE_DAYS = { minimum: 1, maximum: MOST_DISPUTE_DAYS };

export const NetworkChanged = declareEvent({
  type: 'entity.network-changed.v1',
  source: 'entity',
  description: 'A governor changed a setting of a network.',
  payload: Type.Object({
    network_id: Uuid,
    entity_id: uuid('The institution of the governor.'),
    identity_visibility: Type.Enum(IDENTITY_VISIBILITIES),
    dispute_acknowledge_days: Type.Integer({
      ...DISPUTE_DAYS,
      description: "The furnisher's time to acknowledge a dispute, in days from Monday to Friday.",
    }),
    dispute_decide_days: Type.Integer({
      ...DISPUTE_DAYS,
      description: "The furnisher's time to decide a dispute.",
    }),
    records_of_leavers: Type.Enum([...RECORDS_OF_LEAVERS], {
      description:
        'Whether queries use records of an institution that is no furnisher of the network any more.',
    }),
    policy_changes: Type.Enum([...POLICY_CHANGES], {
      description:
        '`reviewed`: a published querying policy changes only by a draft that a second account approved.',
    }),
    client_token_binding: Type.Enum(TOKEN_BINDINGS, {
      description:
        '`required`: the gateway accepts tokens of the clients that are registered for the network only with a proof of their key.',
    }),
    direct_changes_requested_by: nullable(
      Uuid,
      'The account that asked to end the review of changes, which a second account ends; null if none did.',
    ),
    revision: Revision,
  }),
  aggregate: 'network',
  key: (payload) => payload.network_id,
  subscribers: ['furnishing', 'product-query'],
  deliveredDirectlyTo: ['furnishing', 'product-query'],
  audited: (payload) => [payload.network_id],
  readable: [
    'entity_id',
    'identity_visibility',
    'dispute_acknowledge_days',
    'dispute_decide_days',
    'records_of_leavers',
    'policy_changes',
    'client_token_binding',
    'direct_changes_requested_by',
  ],
});

export const WitnessesChanged = declareEvent({
  type: 'entity.witnesses-changed.v1',
  source: 'entity',
  aggregate: 'witnesses',
  description: 'A governor set the witnesses that cosign the audit logs of a network.',
  payload: Type.Object({
    network_id: Uuid,
    entity_id: uuid('The institution of the governor.'),
    witnesses: Type.Array(
      Type.Object({
        verifier_key: text(
          'example.com/witness+00361d1a+BIqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29c',
          'The key of its cosignatures (C2SP signed-note).',
        ),
        url: text('https://witness.example.com/', 'The prefix of its C2SP tlog-witness paths.'),
      }),
      { maxItems: MAX_WITNESSES },
    ),
    revision: Revision,
  }),
  key: (payload) => payload.network_id,
  subscribers: ACTING_SERVICES,
  audited: (payload) => [payload.network_id],
  readable: ['entity_id', 'witnesses'],
});

export const IdentitiesSearched = declareEvent({
  type: 'entity.identities-searched.v1',
  source: 'entity',
  description:
    'An institution searched the identities of a network, asked which businesses it knows before it furnishes them, or read names of businesses by their ids. Criteria are keyed hashes: equal values of one criterion have equal hashes, and a hash does not reveal its value.',
  payload: Type.Object({
    search_id: Uuid,
    network_id: Uuid,
    entity_id: uuid('The institution that searched.'),
    subject_type: Type.Enum(['consumer', 'business']),
    identity_visibility: Type.Enum(IDENTITY_VISIBILITIES, {
      description: 'The setting of the network at the time of the search.',
    }),
    criteria: Type.Array(
      Type.Object({
        name: text('last_name', 'The query parameter, or the member of an identity.'),
        value_hash: text('q1Yx0c7dT3', 'Keyed hash of the normalised value.'),
      }),
    ),
    result_count: Type.Integer({ minimum: 0 }),
  }),
  key: (payload) => payload.search_id,
  subscribers: [],
  audited: (payload) => [payload.network_id],
  readable: ['entity_id', 'subject_type', 'identity_visibility', 'result_count'],
});

export const MembershipChanged = declareEvent({
  type: 'entity.membership-changed.v1',
  source: 'entity',
  aggregate: 'membership',
  description:
    'The roles of an institution in a network changed; an empty list means that the membership ended.',
  payload: Type.Object({
    network_id: Uuid,
    entity_id: Uuid,
    roles: Type.Array(Type.Enum(MEMBERSHIP_ROLES)),
    revision: Revision,
  }),
  key: (payload) => `${payload.network_id}/${payload.entity_id}`,
  ...boundByEachService,
  audited: (payload) => [payload.network_id],
  readable: ['entity_id', 'roles'],
});
