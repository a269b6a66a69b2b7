import { PRODUCTS, recordSchemaOf, type JsonSchema, type Product } from '@ndx/catalog';
import { EXAMPLE_IDS, FURNISH_FAULT_CODES } from '@ndx/contracts';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsOptional,
  IsString,
  MaxLength,
} from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { operationId } from '../operation/operation-id.js';
import { DryRunQuery } from '../shapes/dry-run.js';
import { AsSent } from '../shapes/read-shape.js';
import { IsDay, Storable, Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';

/** The records of one request. */
export const MAX_FURNISH_RECORDS = 100;

/**
 * The request (design 8). Each record is validated separately, so that an invalid one does not
 * affect the others. Decorators run from the bottom up, so a value's type is checked first.
 */
class FurnishProductDto {
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
  @ArrayMaxSize(MAX_FURNISH_RECORDS)
  @ArrayMinSize(1)
  @IsArray()
  readonly records!: readonly unknown[];
}

/** The answer (design 8). */
const SubmissionRecord = wire.record('FurnishSubmission', {
  success: wire.flag,
  /** Null for a dry run, which has no submission. */
  submission_id: wire.nullable(wire.uuid),
  results: wire.listOf(
    wire.record('FurnishResult', {
      index: wire.integer,
      accepted: wire.flag,
      business_id: wire.nullable(wire.uuid),
      record_id: wire.nullable(wire.uuid),
      errors: wire.listOf(
        wire.record('FurnishFault', {
          code: wire.oneOf(FURNISH_FAULT_CODES),
          /** The member of the record, its names joined by dots; empty for the record as a whole. */
          path: wire.text,
          detail: wire.text,
        }),
      ),
    }),
  ),
});

/** Each product of the catalogue with its furnish operation (design 8). */
export const productFurnishes = PRODUCTS.map((product) => ({
  product,
  operation: furnishProduct(product),
}));

function furnishProduct(product: Product) {
  return declareOperation({
    id: operationId('furnish', product.slug),
    method: 'POST',
    path: product.furnishPath,
    service: 'furnishing',
    permission: 'data:furnish',
    summary: `Furnish records of ${product.slug}`,
    description:
      'Records are accepted or rejected one by one. A rejected record has the reasons in `errors`. With `dry_run=true`, the response states which records would be accepted; nothing is stored.',
    request: { body: FurnishProductDto, query: DryRunQuery },
    members: { records: recordsSchema(product) },
    answer: SubmissionRecord,
    refusals: ['not_a_member', 'role_missing'],
    words: {
      'FurnishSubmission.success': 'Whether every record was accepted; `results` has each record.',
      'FurnishSubmission.submission_id': [
        'The submission; null for a dry run.',
        EXAMPLE_IDS.submission,
      ],
      application_date: ['The day of the application.', '2026-01-15'],
      'FurnishProduct.records': 'The records; each is accepted or rejected by itself.',
      results: 'The result of each record, in the order of the request.',
      accepted: 'Whether the record was accepted.',
      'FurnishResult.business_id': [
        'The subject of the record; null for a rejected record and in a dry run.',
        EXAMPLE_IDS.business,
      ],
      'FurnishResult.record_id': [
        'The stored record; null for a rejected record and in a dry run.',
        EXAMPLE_IDS.record,
      ],
      'FurnishResult.errors': [
        'The reasons of a rejection; empty for an accepted record. All faults of the shape, at most 20; without one, all violations of the policies.',
        [],
      ],
      'FurnishFault.detail': [
        'The path of the field and the fault.',
        'business_identity_verification.assertions: is required',
      ],
      'FurnishFault.path': [
        'The member of the record, its names joined by dots.',
        'business_identity.business_legal_name',
      ],
    },
  });
}

function recordsSchema(product: Product): JsonSchema {
  return {
    type: 'array',
    minItems: 1,
    maxItems: MAX_FURNISH_RECORDS,
    items: recordSchemaOf(product),
  };
}
