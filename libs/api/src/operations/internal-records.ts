import { RecordFurnished, type PayloadOf } from '@ndx/contracts';
import { ArrayMaxSize, ArrayNotEmpty, ArrayUnique, IsArray } from 'class-validator';
import Type from 'typebox';
import { declareInternalOperation } from '../operation/operation.js';
import { Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';

/** A record has up to 944 KiB. */
export const RECORDS_PER_READ = 20;

class ReadFurnishedRecordsDto {
  @Uuid({ each: true })
  @ArrayUnique()
  @ArrayMaxSize(RECORDS_PER_READ)
  @ArrayNotEmpty()
  @IsArray()
  readonly record_ids!: readonly string[];
}

class RecordsOfFurnisherDto {
  @Uuid()
  readonly subject_id!: string;

  @Uuid()
  readonly furnishing_entity_id!: string;
}

/** A record as it was published: secrets are encrypted. */
const FurnishedRecord = Type.Unsafe<PayloadOf<typeof RecordFurnished>>({
  ...RecordFurnished.schema,
  title: 'FurnishedRecord',
});

/** Reads records by id for a replay (decision 0076); an unknown id has no entry. */
export const readFurnishedRecords = declareInternalOperation({
  id: 'readFurnishedRecords',
  path: '/internal/records/read',
  service: 'furnishing',
  request: { body: ReadFurnishedRecordsDto },
  answer: wire.record('FurnishedRecords', { records: wire.listOf(FurnishedRecord) }),
});

/** The records of a furnisher about a subject that count now: its latest ones that have not ended. */
export const findStandingRecords = declareInternalOperation({
  id: 'findStandingRecords',
  path: '/internal/records/standing',
  service: 'furnishing',
  request: { body: RecordsOfFurnisherDto },
  answer: wire.record('StandingRecords', { record_ids: wire.listOf(wire.uuid) }),
});
