import { IsDay, Storable, Uuid } from '@ndx/service-kit';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsOptional,
  IsString,
  MaxLength,
} from 'class-validator';
import type { SubmissionResult } from '../use-cases/furnish-product.js';

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

  @ArrayMaxSize(100)
  @ArrayMinSize(1)
  @IsArray()
  readonly records!: readonly unknown[];
}

/** The answer (design 8). */
export function toSubmissionResponse({ submissionId, results }: SubmissionResult) {
  return {
    success: results.every(({ recordId }) => recordId !== null),
    submission_id: submissionId,
    results: results.map(({ subjectId, recordId, faults }, index) => ({
      index,
      accepted: recordId !== null,
      business_id: subjectId,
      record_id: recordId,
      errors: faults,
    })),
  };
}
