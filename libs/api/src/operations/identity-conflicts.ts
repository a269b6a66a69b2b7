import {
  EXAMPLE_IDS,
  IDENTITY_CONFLICT_KINDS,
  IDENTITY_CONFLICT_STATUSES,
  type IdentityConflictStatus,
} from '@ndx/contracts';
import { IsIn, IsOptional } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { ListCount, MAX_COUNTED_ITEMS } from './list-count.js';
import { GOVERNORS_ONLY, NETWORK, NetworkPath } from './network-shapes.js';
import { CURSOR_REFUSAL, OrderedCursorQuery, pageOf } from './page-shapes.js';

class CountConflictsQuery {
  @IsOptional()
  @IsIn(IDENTITY_CONFLICT_STATUSES)
  readonly status?: IdentityConflictStatus;
}

class ListConflictsQuery extends OrderedCursorQuery {
  @IsOptional()
  @IsIn(IDENTITY_CONFLICT_STATUSES)
  readonly status?: IdentityConflictStatus;
}

class ConflictPath extends NetworkPath {
  @Uuid()
  readonly conflict_id!: string;
}

class MergeIdentitiesDto {
  @Uuid()
  readonly subject_id!: string;

  @Uuid()
  readonly into_subject_id!: string;
}

const textOrNull = wire.nullable(wire.text);

/** An institution's statements in which subjects differ; never a complete identifier. */
const ConflictStatement = wire.record('IdentityConflictStatement', {
  entity_id: wire.uuid,
  first_name: textOrNull,
  last_name: textOrNull,
  date_of_birth: wire.nullable(wire.day),
  business_legal_name: textOrNull,
  federal_ein_last_four: textOrNull,
});

const ConflictRecord = wire.record('IdentityConflict', {
  conflict_id: wire.uuid,
  network_id: wire.uuid,
  kind: wire.oneOf(IDENTITY_CONFLICT_KINDS),
  subject_type: wire.oneOf(['consumer', 'business']),
  status: wire.oneOf(IDENTITY_CONFLICT_STATUSES),
  into_subject_id: wire.nullable(wire.uuid),
  subjects: wire.listOf(
    wire.record('IdentityConflictSubject', {
      subject_id: wire.uuid,
      identifier: wire.text,
      merged_into: wire.nullable(wire.uuid),
      created_at: wire.timestamp,
      statements: wire.listOf(ConflictStatement),
    }),
  ),
  opened_at: wire.timestamp,
  resolved_at: wire.nullable(wire.timestamp),
});

const COLLECTION = `${NETWORK}/identity-conflicts` as const;
const CONFLICT = `${COLLECTION}/{conflict_id}` as const;
const COMMON = { service: 'entity', permission: 'network:admin' } as const;
const ONE = [...GOVERNORS_ONLY, 'not_found'] as const;
const RESOLVED = [...ONE, 'already_resolved'] as const;

export const listIdentityConflicts = declareOperation({
  ...COMMON,
  id: 'listIdentityConflicts',
  method: 'GET',
  path: COLLECTION,
  summary: 'List identity conflicts',
  description:
    'A conflict is opened when an institution states a known SSN with another date of birth, a ' +
    'known EIN with another legal name, or the registration of one business with the EIN of ' +
    'another. Until a governor resolves the conflict, the network has two subjects. A ' +
    'conflict `name_differs` is opened when an institution states another legal name of a known ' +
    'registration, legal forms and spelling aside, and `ein_differs` for another EIN: the network ' +
    'has one business, which keeps the EIN that was stated first. ' +
    'The first listed subject is the one whose statement opened the conflict.',
  request: { path: NetworkPath, query: ListConflictsQuery },
  answer: pageOf('IdentityConflictPage', ConflictRecord),
  refusals: [...CURSOR_REFUSAL, ...GOVERNORS_ONLY],
  words: {
    conflict_id: ['The identity conflict.', EXAMPLE_IDS.conflict],
    'IdentityConflict.kind':
      'Several subjects share an identifier, or institutions state different names or EINs of one business.',
    'IdentityConflict.status': 'The decision of a governor, or that there is none yet.',
    'ListConflictsQuery.status': 'Lists only the conflicts with this status.',
    'IdentityConflict.subjects':
      'The subjects that share an identifier; the statement of the first opened the conflict.',
    'IdentityConflict.into_subject_id': [
      'The remaining subject of a merge; null otherwise.',
      EXAMPLE_IDS.business,
    ],
    opened_at: ['The time of the statement that opened the conflict.', '2026-01-15T09:30:00.000Z'],
    resolved_at: ['The time of the decision; null while it is open.', '2026-01-15T09:30:00.000Z'],
    merged_into: ['The subject into which it was merged, if any.', EXAMPLE_IDS.business],
    statements: 'What institutions stated about the subject, without a complete identifier.',
    'IdentityConflictStatement.entity_id': [
      'The institution that stated it.',
      EXAMPLE_IDS.furnisher,
    ],
  },
});

export const countIdentityConflicts = declareOperation({
  ...COMMON,
  id: 'countIdentityConflicts',
  method: 'GET',
  path: `${COLLECTION}/count`,
  summary: 'Count identity conflicts',
  description: `Counts the conflicts that \`GET ${COLLECTION}\` lists with these filters, up to ${MAX_COUNTED_ITEMS}.`,
  request: { path: NetworkPath, query: CountConflictsQuery },
  answer: ListCount,
  refusals: GOVERNORS_ONLY,
  words: { 'CountConflictsQuery.status': 'Counts only the conflicts with this status.' },
});

export const readIdentityConflict = declareOperation({
  ...COMMON,
  id: 'readIdentityConflict',
  method: 'GET',
  path: CONFLICT,
  summary: 'Read an identity conflict',
  request: { path: ConflictPath },
  answer: ConflictRecord,
  refusals: ONE,
});

export const keepIdentitiesApart = declareOperation({
  ...COMMON,
  id: 'keepIdentitiesApart',
  method: 'POST',
  path: `${CONFLICT}/keep-apart`,
  summary: 'Decide that the subjects of a conflict are different',
  request: { path: ConflictPath },
  answer: ConflictRecord,
  refusals: [...RESOLVED, 'invalid_value'],
});

export const confirmIdentity = declareOperation({
  ...COMMON,
  id: 'confirmIdentity',
  method: 'POST',
  path: `${CONFLICT}/confirm`,
  summary: 'Decide that the statements of a conflict are about one business',
  request: { path: ConflictPath },
  answer: ConflictRecord,
  refusals: [...RESOLVED, 'invalid_value'],
});

export const mergeIdentities = declareOperation({
  ...COMMON,
  id: 'mergeIdentities',
  method: 'POST',
  path: `${CONFLICT}/merge`,
  summary: 'Decide that two subjects of a conflict are the same',
  description:
    'From then on, the records and the consents of both subjects belong to `into_subject_id`. ' +
    'The other id remains valid and refers to the same subject. A merge cannot be undone.',
  request: { path: ConflictPath, body: MergeIdentitiesDto },
  answer: ConflictRecord,
  refusals: [...RESOLVED, 'invalid_value', 'subject_merged', 'limit_reached'],
  words: {
    'MergeIdentities.subject_id': ['The subject that is merged.', EXAMPLE_IDS.consumer],
    'MergeIdentities.into_subject_id': [
      'The subject that has the records of both afterwards.',
      EXAMPLE_IDS.business,
    ],
  },
});
