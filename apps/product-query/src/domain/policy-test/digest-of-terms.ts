import { datasetById } from '@ndx/catalog';
import { simulatedDigest, type SimulatedMembers } from '../simulation/simulated-digest.js';
import { testedPolicy } from './tested-policy.js';

/** The terms of a policy that is simulated; `testedPolicy` checks its rules. */
export interface SimulatedTerms {
  readonly status: SimulatedMembers['status'];
  readonly is_default: boolean;
  readonly enforced: boolean;
  readonly model_selections: unknown;
  readonly consent: unknown;
  readonly permissible_purposes: unknown;
}

/**
 * The `digest` that a simulation of the terms has; undefined for a product that the catalogue does not
 * have.
 * @throws PolicyTestFault as the server would refuse the terms
 */
export function digestOfTerms(
  productId: string,
  { status, is_default: isDefault, enforced, ...rules }: SimulatedTerms,
): string | undefined {
  const dataset = datasetById(productId);
  if (!dataset) return undefined;
  const { modelSelections, consent, permissiblePurposes } = testedPolicy(dataset, rules);
  const required = { modelSelections, consent, permissiblePurposes };
  return simulatedDigest({ status, isDefault, enforced, ...required });
}
