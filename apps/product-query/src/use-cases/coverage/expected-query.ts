import type { PermissiblePurpose } from '@ndx/contracts';
import type { Decision } from '../../domain/decision/decision.js';
import type { RecordedQuery } from '../../domain/explanation/explained-query.js';
import type { DatasetRules, NetworkRules } from '../../domain/policy/network-rules.js';

/** The query that a check explains, as if it had been recorded. */
export function expectedQuery(
  rules: ReadonlyMap<string, DatasetRules | NetworkRules>,
  decision: Decision,
  { issuable, purpose }: { issuable: boolean; purpose: PermissiblePurpose | undefined },
): RecordedQuery {
  const applied = [...rules.values()].flatMap((own) => [
    own,
    ...('parts' in own ? own.parts.values() : []),
  ]);
  const selections = new Map(
    applied.map(({ policy }) => [`${policy.id ?? ''} ${String(policy.version)}`, policy]),
  );
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
    selectionsOf: (policyId, version) =>
      selections.get(`${policyId} ${String(version)}`)?.modelSelections ?? [],
    isCheck: true,
  };
}
