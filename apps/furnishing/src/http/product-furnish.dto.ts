import { recordSchemaOf, type JsonSchema, type Product } from '@ndx/catalog';
import { AsSent, IsDay, Storable, Uuid, wire } from '@ndx/api';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsOptional,
  IsString,
  MaxLength,
} from 'class-validator';
import { withoutSecrets } from '@ndx/contracts';
import type { SubmissionResult } from '../use-cases/furnish-product.js';

/** In one request. */
const MOST_RECORDS = 100;

/**
 * The request (design 8). A record's shape is its own affair: it does not sink the others.
 * Decorators run from the bottom up, so a value's type is asked first.
 */
export class FurnishProductDto {
  @Uuid()
  readonly network_id!: string;

  @IsOptional()
  @Storable()
  @MaxLength(200)
  @IsString()
  readonly program_name?: string | null;

  @IsOptional()
  @IsDay()
  readonly application_date?: string | null;

  @AsSent()
  @ArrayMaxSize(MOST_RECORDS)
  @ArrayMinSize(1)
  @IsArray()
  readonly records!: readonly unknown[];
}

/** What the documents say of `records`; each is validated by itself. */
export function recordsSchema(product: Product): JsonSchema {
  return {
    type: 'array',
    minItems: 1,
    maxItems: MOST_RECORDS,
    items: recordSchemaOf(product),
  };
}

/** The answer (design 8). */
export const SubmissionRecord = wire.record('FurnishSubmission', {
  success: wire.flag,
  submission_id: wire.uuid,
  results: wire.listOf(
    wire.record('FurnishResult', {
      index: wire.integer,
      accepted: wire.flag,
      business_id: wire.nullable(wire.uuid),
      record_id: wire.nullable(wire.uuid),
      errors: wire.listOf(wire.record('FurnishFault', { detail: wire.text })),
    }),
  ),
});

export function toSubmissionRecord({
  submissionId,
  results,
}: SubmissionResult): wire.Of<typeof SubmissionRecord> {
  return {
    success: results.every(({ recordId }) => recordId !== null),
    submission_id: submissionId,
    results: results.map(({ subjectId, recordId, faults }, index) => ({
      index,
      accepted: recordId !== null,
      business_id: subjectId,
      record_id: recordId,
      errors: faults.map(({ detail }) => ({ detail: withoutSecrets(detail) })),
    })),
  };
}
