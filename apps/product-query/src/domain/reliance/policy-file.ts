import { appliedRules, partRules, type RecordedQuery } from '../explanation/explained-query.js';
import type { PolicyFile } from './member-shapes.js';

/** The versions of policies that applied in the networks that the reader may see. */
export function policyFile(
  query: RecordedQuery,
  seesNetwork: (networkId: string) => boolean,
): PolicyFile {
  const applied = [...appliedRules(query), ...[...partRules(query).values()].flat()];
  const policies = applied.flatMap((rules) => {
    if (!rules || rules.policyId === null || rules.policyVersion === null) return [];
    const { networkId, policyId, policyVersion, selections } = rules;
    if (!seesNetwork(networkId)) return [];
    const version = { policy_id: policyId, version: policyVersion, model_selections: selections };
    return [[`${policyId} ${String(policyVersion)}`, version] as const];
  });
  return { policies: [...new Map(policies).values()] };
}
