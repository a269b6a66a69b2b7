import { POLICY_CHANGES } from '@ndx/contracts';
import { declareInternalOperation } from '../operation/operation.js';
import { Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';

class FindPolicyChangesDto {
  @Uuid()
  readonly network_id!: string;
}

/** Returns how the querying policies of a network of the caller change. */
export const findPolicyChanges = declareInternalOperation({
  id: 'findPolicyChanges',
  path: '/internal/networks/policy-changes/find',
  service: 'entity',
  request: { body: FindPolicyChangesDto },
  answer: wire.record('FoundPolicyChanges', { policy_changes: wire.oneOf(POLICY_CHANGES) }),
});
