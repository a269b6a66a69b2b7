import {
  NO_RESULT_REASONS,
  QUERY_OUTCOMES,
  type NoResultReason,
  type QueryOutcome,
} from '@ndx/contracts';
import { IsIn, IsOptional } from 'class-validator';
import { IsDateTime, Label, Text, Uuid } from '../shapes/shapes.js';

/** The query events that a reader asks for. */
export class QueryEventFilters {
  @Uuid()
  readonly network_id!: string;

  /** Start of the window, inclusive. */
  @IsOptional()
  @IsDateTime()
  readonly from?: string;

  /** End of the window, exclusive. */
  @IsOptional()
  @IsDateTime()
  readonly to?: string;

  /** The institution that sent the query; for governors. */
  @IsOptional()
  @Uuid()
  readonly querying_entity_id?: string;

  /** The product or template. */
  @IsOptional()
  @Label()
  readonly product_slug?: string;

  @IsOptional()
  @IsIn(QUERY_OUTCOMES)
  readonly outcome?: QueryOutcome;

  /** Why there is no result: the `code` of the explanation. */
  @IsOptional()
  @IsIn(NO_RESULT_REASONS)
  readonly reason?: NoResultReason;

  /** The `X-Request-Id` of the answer. */
  @IsOptional()
  @Text(128)
  readonly request_id?: string;

  @IsOptional()
  @Uuid()
  readonly subject_id?: string;

  @IsOptional()
  @Uuid()
  readonly consent_id?: string;

  /** A policy that applied in one of the networks of the query. */
  @IsOptional()
  @Uuid()
  readonly policy_id?: string;
}

export const REASON_FILTER =
  'Only queries without a result for this reason: the `code` of the explanation.';
