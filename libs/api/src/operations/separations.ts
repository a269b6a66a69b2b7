import { BOUNDS, EXAMPLE_IDS } from '@ndx/contracts';
import { ArrayMaxSize, ArrayUnique, IsArray } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { Omittable, Sha256, Text, Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { GOVERNORS_ONLY, NETWORK, NetworkPath } from './network-shapes.js';
import { CURSOR_REFUSAL, CursorQuery, pageOf } from './page-shapes.js';

class SubjectPath extends NetworkPath {
  @Uuid()
  readonly subject_id!: string;
}

/** The parts of a subject that belong to another one. */
class PreviewSeparationDto {
  @Omittable()
  @Uuid({ each: true })
  @ArrayUnique()
  @ArrayMaxSize(BOUNDS.separation.parts)
  @IsArray()
  readonly entity_ids: readonly string[] = [];

  @Omittable()
  @Uuid({ each: true })
  @ArrayUnique()
  @ArrayMaxSize(BOUNDS.separation.parts)
  @IsArray()
  readonly record_ids: readonly string[] = [];
}

class ConfirmSeparationDto extends PreviewSeparationDto {
  @Sha256()
  readonly preview_digest!: string;

  @Text(500)
  readonly reason!: string;
}

const textOrNull = wire.nullable(wire.text);

const Preview = wire.record('SeparationPreview', {
  subject_id: wire.uuid,
  preview_digest: wire.text,
  legal_names: wire.listOf(wire.text),
  statements: wire.listOf(
    wire.record('SeparationStatement', {
      entity_id: wire.uuid,
      business_legal_name: textOrNull,
      is_moved: wire.flag,
    }),
  ),
  records: wire.listOf(
    wire.record('SeparationRecord', {
      record_id: wire.uuid,
      furnishing_entity_id: wire.uuid,
      dataset: wire.text,
      furnished_at: wire.timestamp,
      business_legal_name: textOrNull,
      is_moved: wire.flag,
    }),
  ),
  consents: wire.listOf(
    wire.record('SeparationConsent', {
      consent_id: wire.uuid,
      entity_id: wire.uuid,
      is_moved: wire.flag,
    }),
  ),
  answers: wire.record('SeparationAnswers', {
    count: wire.integer,
    since: wire.timestamp,
    is_complete: wire.flag,
  }),
});

const Separation = wire.record('Separation', {
  separation_id: wire.uuid,
  network_id: wire.uuid,
  subject_id: wire.uuid,
  new_subject_id: wire.uuid,
  reason: wire.text,
  account_id: wire.uuid,
  entity_id: wire.uuid,
  separated_at: wire.timestamp,
  statement_entity_ids: wire.listOf(wire.uuid),
  record_ids: wire.listOf(wire.uuid),
  consent_ids: wire.listOf(wire.uuid),
});

const SEPARATIONS = `${NETWORK}/subjects/{subject_id}/separations` as const;
const COMMON = { service: 'entity', permission: 'network:admin' } as const;
const SEPARABLE = [
  ...GOVERNORS_ONLY,
  'invalid_value',
  'subject_not_found',
  'subject_merged',
  'not_separable',
  'limit_reached',
  'service_unavailable',
] as const;

export const previewSeparation = declareOperation({
  ...COMMON,
  id: 'previewSeparation',
  changesNothing: true,
  method: 'POST',
  path: `${SEPARATIONS}/preview`,
  summary: 'Preview the separation of a business that is two',
  description:
    'Nothing changes. The preview lists every statement, record and consent of the business, and ' +
    'marks the parts of a new business: the statements and records of the ' +
    'institutions in `entity_ids`, the records in `record_ids`, and the consents that name the ' +
    'business by a legal name that only these state. Without either, nothing is marked. ' +
    'Consumers cannot be separated.',
  request: { path: SubjectPath, body: PreviewSeparationDto },
  answer: Preview,
  refusals: SEPARABLE,
  words: {
    'SubjectPath.subject_id': ['The business.', EXAMPLE_IDS.business],
    'SeparationPreview.subject_id': ['The business.', EXAMPLE_IDS.business],
    entity_ids: 'The institutions whose statements and records all belong to the other business.',
    record_ids: 'Records of other institutions that belong to the other business.',
    'Separation.record_ids': 'The records that moved.',
    preview_digest: [
      'SHA-256 of the previewed parts; the confirmation names it.',
      '5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef',
    ],
    'SeparationPreview.legal_names':
      'The names by which later claims with the same registration find the new business.',
    is_moved: 'Whether it would belong to the new business.',
    'SeparationStatement.entity_id': ['The institution that stated it.', EXAMPLE_IDS.furnisher],
    'SeparationConsent.entity_id': ['The institution that recorded it.', EXAMPLE_IDS.querier],
    'SeparationPreview.answers':
      'Queries of the last 30 days in this network that considered a record that would move. They do not change.',
    'SeparationPreview.records': 'Every record about the business.',
    'SeparationPreview.consents': 'Every consent for the business.',
    'SeparationRecord.furnished_at': ['The time of furnishing.', '2026-01-15T09:30:00.000Z'],
    'SeparationAnswers.count': ['The number of queries.', 12],
    'SeparationAnswers.since': ['The start of the 30 days.', '2026-01-15T09:30:00.000Z'],
    'SeparationAnswers.is_complete':
      'False: more than 20,000 queries were made since, or some are archived, and not all were read.',
  },
});

export const separateSubject = declareOperation({
  ...COMMON,
  id: 'separateSubject',
  method: 'POST',
  path: SEPARATIONS,
  summary: 'Separate a business that is two',
  description:
    'Does exactly what the preview showed, and answers once queries use it. Later claims with a ' +
    'moved legal name find the new business, all others the existing one. Past queries, ' +
    'certificates and evidence keep the business that they had. It cannot be undone.',
  request: { path: SubjectPath, body: ConfirmSeparationDto },
  answer: Separation,
  refusals: [...SEPARABLE, 'version_mismatch', 'not_confirmed'],
  words: {
    'ConfirmSeparation.reason': ['Why the business is two.', 'Damaged registration number.'],
    'Separation.reason': ['Why the business is two.', 'Damaged registration number.'],
    'Separation.separation_id': ['The separation.', EXAMPLE_IDS.separation],
    'Separation.subject_id': ['The business that was separated.', EXAMPLE_IDS.business],
    new_subject_id: ['The new business.', EXAMPLE_IDS.business],
    'Separation.account_id': ['The account of the governor.', EXAMPLE_IDS.account],
    'Separation.entity_id': ['The institution of the governor.', EXAMPLE_IDS.operator],
    separated_at: ['The time of the decision.', '2026-01-15T09:30:00.000Z'],
    statement_entity_ids: 'The institutions whose statements moved.',
    consent_ids: 'The consents that moved.',
  },
});

export const listSeparations = declareOperation({
  ...COMMON,
  id: 'listSeparations',
  method: 'GET',
  path: `${NETWORK}/separations`,
  summary: 'List the separations of businesses, oldest first',
  request: { path: NetworkPath, query: CursorQuery },
  answer: pageOf('SeparationPage', Separation),
  refusals: [...CURSOR_REFUSAL, ...GOVERNORS_ONLY],
});
