import { instantOf, IsDateTime, Text, Uuid } from '@ndx/api';
import { IsOptional } from 'class-validator';
import type { TermsInput } from '../domain/consent-terms.js';

/** Names of the catalogue are short, and there are a few hundred. */
const MAX_LENGTH = 10_000;

/** The part of a consent that may be given at creation and amended later; null is absent. */
export class ConsentTermsDto {
  @IsOptional()
  @Text(MAX_LENGTH)
  readonly scope?: string | null;

  @IsOptional()
  @IsDateTime()
  readonly expires_at?: string | null;

  @IsOptional()
  @Text(MAX_LENGTH)
  readonly consented_fields?: string | null;
}

/** Update input (contract 2.1); a `network_id` must be the record's (design 6). */
export class UpdateConsentDto extends ConsentTermsDto {
  @IsOptional()
  @Uuid()
  readonly network_id?: string | null;
}

export function toTermsInput(body: ConsentTermsDto): TermsInput {
  return {
    scope: body.scope ?? undefined,
    consentedFields: body.consented_fields ?? undefined,
    expiresAt: optionalInstantOf(body.expires_at),
  };
}

/** The instant of a checked date-time, where one is given. */
export function optionalInstantOf(value: string | null | undefined): Date | undefined {
  return typeof value === 'string' ? instantOf(value) : undefined;
}
