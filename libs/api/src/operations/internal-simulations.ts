import { QUERYING_POLICY_DRAFT_STATUSES, type QueryingPolicyDraftStatus } from '@ndx/contracts';
import { IsBoolean, IsIn } from 'class-validator';
import { declareInternalOperation } from '../operation/operation.js';
import { Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { SummarySimulation } from './comparison-shape.js';
import { QueryRequirementsDto } from './querying-configuration-shape.js';

/** All members of a draft that a simulation takes. */
class FindNewestSimulationDto extends QueryRequirementsDto {
  @Uuid()
  readonly network_id!: string;

  @Uuid()
  readonly policy_id!: string;

  @Uuid()
  readonly product_id!: string;

  @IsBoolean()
  readonly is_default!: boolean;

  @IsBoolean()
  readonly enforced!: boolean;

  @IsIn(QUERYING_POLICY_DRAFT_STATUSES)
  readonly status!: QueryingPolicyDraftStatus;
}

/**
 * Finds the newest completed simulation of the members, on behalf of a governor of the network (decision
 * 0126). One with queries of other networks is not found: some governors may not read it.
 */
export const findNewestSimulation = declareInternalOperation({
  id: 'findNewestSimulation',
  path: '/internal/simulations/find-newest',
  service: 'product-query',
  request: { body: FindNewestSimulationDto },
  answer: wire.record('FoundSimulation', { simulation: wire.nullable(SummarySimulation) }),
});
