import type { PermissiblePurpose } from '@ndx/contracts';
import type { Decision } from '../../domain/decision/decision.js';
import type { RecordedQuery, SelectionsOf } from '../../domain/explanation/explained-query.js';
import type { DatasetRules, NetworkRules } from '../../domain/policy/network-rules.js';

/** The rules of each network, of a bundle also those of its data sets. */
type AppliedPolicies = ReadonlyMap<string, DatasetRules | NetworkRules>;

/** The query that a check explains, as if it had been recorded. */
export function expectedQuery(
  rules: AppliedPolicies,
  decision: Decision,
  { issuable, purpose }: { issuable: boolean; purpose: PermissiblePurpose | undefined },
): RecordedQuery {
  return {
    event: {
      outcome: issuable ? 'issued' : 'no_result',
      permissible_purpose: purpose ?? null,
      networks: [...rules].map(([networkId, { policy }]) => ({
        network_id: networkId,
        policy_id: policy.id,
        policy_version: policy.version,
      })),
    },
    decision,
    selectionsOf: selectionsIn(rules),
    isCheck: true,
  };
}

/** The model selections of the policies that apply to a query. */
export function selectionsIn(rules: AppliedPolicies): SelectionsOf {
  const applied = [...rules.values()].flatMap((own) => [
    own,
    ...('parts' in own ? own.parts.values() : []),
  ]);
  const selections = new Map(
    applied.map(({ policy }) => [`${policy.id ?? ''} ${String(policy.version)}`, policy]),
  );
  return (policyId, version) =>
    selections.get(`${policyId} ${String(version)}`)?.modelSelections ?? [];
}
