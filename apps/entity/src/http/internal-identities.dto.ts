import { Uuid } from '@ndx/api';
import { ArrayMaxSize, ArrayNotEmpty, ArrayUnique, IsArray, IsObject } from 'class-validator';
import { matchHashesOf, type Business } from '../domain/business.js';
import type { ClaimFields } from '../domain/claim-input.js';
import type { Consumer } from '../domain/consumer.js';
import type { ClaimResult } from '../use-cases/claim-result.js';
import type { Networks } from '../use-cases/subject-resolver.js';

const BATCH = 100;

export class ResolveBusinessesDto {
  @Uuid({ each: true })
  @ArrayUnique()
  @ArrayMaxSize(1000)
  @ArrayNotEmpty()
  @IsArray()
  readonly network_ids!: Networks;

  @IsObject({ each: true })
  @ArrayMaxSize(BATCH)
  @ArrayNotEmpty()
  @IsArray()
  readonly businesses!: readonly ClaimFields[];
}

export class ResolveConsumersDto {
  @Uuid()
  readonly network_id!: string;

  @IsObject({ each: true })
  @ArrayMaxSize(BATCH)
  @ArrayNotEmpty()
  @IsArray()
  readonly consumers!: readonly ClaimFields[];
}

export class LookUpBusinessesDto {
  @Uuid({ each: true })
  @ArrayMaxSize(BATCH)
  @IsArray()
  readonly business_ids!: readonly string[];
}

export class LookUpConsumersDto {
  @Uuid({ each: true })
  @ArrayMaxSize(BATCH)
  @IsArray()
  readonly consumer_ids!: readonly string[];
}

export function toBusinessMatch(business: Business) {
  return {
    business_id: business.id,
    network_id: business.networkId,
    match_hashes: matchHashesOf(business),
  };
}

export function toConsumerMatch(consumer: Consumer) {
  return {
    consumer_id: consumer.id,
    network_id: consumer.networkId,
    match_hashes: [consumer.ssn.matchHash],
  };
}

/** Each item's match, or its own error. */
export function toAnswers<S, Match>(
  results: readonly ClaimResult<S>[],
  toMatch: (subject: S) => Match,
) {
  return results.map((result) => ('error' in result ? result : toMatch(result.value)));
}
