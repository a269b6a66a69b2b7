import { isDate } from '@ndx/catalog';
import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsOptional,
  IsString,
  IsUUID,
  MaxLength,
  ValidateBy,
} from 'class-validator';
import type { SubmissionResult } from '../use-cases/furnish-product.js';

/**
 * The request (design 8). A record's shape is its own affair: it does not sink the others.
 * Decorators run from the bottom up, so a value's type is asked first.
 */
export class FurnishProductDto {
  /** Ids are compared as text, so they are read as Postgres writes them. */
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? value.toLowerCase() : value,
  )
  @IsUUID()
  readonly network_id!: string;

  @IsOptional()
  @IsStorable()
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

function IsDay(): PropertyDecorator {
  return ValidateBy({
    name: 'isDay',
    validator: {
      validate: (value) => typeof value === 'string' && isDate(value),
      defaultMessage: () => '$property must be a date (YYYY-MM-DD)',
    },
  });
}

/** Postgres stores neither null characters nor unpaired surrogates. */
function IsStorable(): PropertyDecorator {
  return ValidateBy({
    name: 'isStorable',
    validator: {
      validate: (value) => typeof value !== 'string' || !/[\0\p{Cs}]/u.test(value),
      defaultMessage: () => '$property must not hold null characters or unpaired surrogates',
    },
  });
}
