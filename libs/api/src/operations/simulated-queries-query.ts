import {
  QUERY_OUTCOMES,
  SIMULATED_CHANGES,
  SIMULATED_OUTCOMES,
  SIMULATED_REASONS,
  SIMULATED_SECTION_CODES,
} from '@ndx/contracts';
import { IsIn, IsOptional } from 'class-validator';
import { Label, Uuid } from '../shapes/shapes.js';
import { CursorQuery } from './page-shapes.js';

/** The changed queries of a count of the simulation: the filters are the members of its breakdowns. */
export class ListSimulatedQueriesQuery extends CursorQuery {
  @IsOptional()
  @IsIn(QUERY_OUTCOMES)
  readonly recorded_outcome?: (typeof QUERY_OUTCOMES)[number];

  @IsOptional()
  @IsIn(SIMULATED_OUTCOMES)
  readonly simulated_outcome?: (typeof SIMULATED_OUTCOMES)[number];

  @IsOptional()
  @IsIn(SIMULATED_REASONS)
  readonly simulated_reason?: (typeof SIMULATED_REASONS)[number];

  @IsOptional()
  @Uuid()
  readonly querying_entity_id?: string;

  /** The section or group that changes, or the one of the field. */
  @IsOptional()
  @Label()
  readonly model_name?: string;

  /** The field that changes. */
  @IsOptional()
  @Label()
  readonly field_name?: string;

  @IsOptional()
  @IsIn(SIMULATED_CHANGES)
  readonly change?: (typeof SIMULATED_CHANGES)[number];

  @IsOptional()
  @Uuid()
  readonly furnishing_entity_id?: string;

  @IsOptional()
  @IsIn(SIMULATED_SECTION_CODES)
  readonly code?: (typeof SIMULATED_SECTION_CODES)[number];
}
