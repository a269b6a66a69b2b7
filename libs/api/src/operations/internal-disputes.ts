import { ArrayMaxSize, ArrayUnique, IsArray } from 'class-validator';
import { declareInternalOperation } from '../operation/operation.js';
import { Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';

/** A statement has up to 2,000 characters. */
export const STATEMENTS_PER_READ = 100;

class ReadDisputeStatementsDto {
  @Uuid({ each: true })
  @ArrayUnique()
  @ArrayMaxSize(STATEMENTS_PER_READ)
  @IsArray()
  readonly dispute_ids!: readonly string[];
}

/** The texts of attached statements, for product-query alone; a dispute without one has no entry. */
export const readDisputeStatements = declareInternalOperation({
  id: 'readDisputeStatements',
  path: '/internal/disputes/statements',
  service: 'furnishing',
  request: { body: ReadDisputeStatementsDto },
  answer: wire.record('DisputeStatements', {
    statements: wire.listOf(
      wire.record('AttachedStatement', { dispute_id: wire.uuid, statement_text: wire.text }),
    ),
  }),
});
