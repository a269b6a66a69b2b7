import { BOUNDS } from '@ndx/contracts';
import { ArrayMaxSize, ArrayUnique, IsArray } from 'class-validator';
import { declareInternalOperation } from '../operation/operation.js';
import { Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';

class SubjectDto {
  /** A subject and the subjects merged into it. */
  @Uuid({ each: true })
  @ArrayUnique()
  @ArrayMaxSize(BOUNDS.separation.parts)
  @IsArray()
  readonly subject_ids!: readonly string[];
}

class UsesOfRecordsDto {
  @Uuid()
  readonly network_id!: string;

  @Uuid({ each: true })
  @ArrayUnique()
  @ArrayMaxSize(BOUNDS.separation.parts)
  @IsArray()
  readonly record_ids!: readonly string[];
}

class SeparatedRecordsDto {
  @Uuid()
  readonly subject_id!: string;

  @Uuid({ each: true })
  @ArrayUnique()
  @ArrayMaxSize(BOUNDS.separation.parts)
  @IsArray()
  readonly record_ids!: readonly string[];
}

const textOrNull = wire.nullable(wire.text);

/**
 * The records about a subject, oldest first, for entity alone; one more than a separation may have
 * when there are more.
 */
export const findRecordsOfSubject = declareInternalOperation({
  id: 'findRecordsOfSubject',
  path: '/internal/records/of-subject',
  service: 'furnishing',
  request: { body: SubjectDto },
  answer: wire.record('RecordsOfSubject', {
    records: wire.listOf(
      wire.record('RecordOfSubject', {
        record_id: wire.uuid,
        furnishing_entity_id: wire.uuid,
        dataset: wire.text,
        furnished_at: wire.timestamp,
        business_legal_name: textOrNull,
        business_jurisdiction_of_formation: textOrNull,
        business_registration_identifier: textOrNull,
      }),
    ),
  }),
});

/** The same for the consents that were recorded for it. */
export const findConsentsOfSubject = declareInternalOperation({
  id: 'findConsentsOfSubject',
  path: '/internal/consents/of-subject',
  service: 'consent',
  request: { body: SubjectDto },
  answer: wire.record('ConsentsOfSubject', {
    consents: wire.listOf(
      wire.record('ConsentOfSubject', {
        consent_id: wire.uuid,
        entity_id: wire.uuid,
        business_legal_name: textOrNull,
      }),
    ),
  }),
});

/** How many recent queries considered one of the records, for entity alone. */
export const countUsesOfRecords = declareInternalOperation({
  id: 'countUsesOfRecords',
  path: '/internal/records/uses',
  service: 'product-query',
  request: { body: UsesOfRecordsDto },
  answer: wire.record('UsesOfRecords', {
    count: wire.integer,
    since: wire.timestamp,
    is_complete: wire.flag,
  }),
});

/**
 * The records about a subject that count after a separation, on either side of it; only records of
 * the furnishers of moved ones. For product-query alone.
 */
export const findSeparatedRecords = declareInternalOperation({
  id: 'findSeparatedRecords',
  path: '/internal/records/of-separation',
  service: 'furnishing',
  request: { body: SeparatedRecordsDto },
  answer: wire.record('SeparatedRecords', { record_ids: wire.listOf(wire.uuid) }),
});
