import type { FurnishingPolicy } from '@ndx/client';

/** `replaced`: active, but another policy of the product applies. */
export type Stage = 'draft' | 'scheduled' | 'in_effect' | 'replaced' | 'ended';

export interface StagedPolicy extends FurnishingPolicy {
  readonly stage: Stage;
}

/** The policies of a network with their stage at a time, in milliseconds since the epoch. */
export function withStages(
  policies: readonly FurnishingPolicy[],
  now = Date.now(),
): StagedPolicy[] {
  const active = policies.filter((policy) => stageAlone(policy, now) === 'in_effect');
  const byProduct = Map.groupBy(active, ({ product_id }) => product_id);
  const applied = new Set([...byProduct.values()].map((group) => group.toSorted(byPrecedence)[0]));
  return policies.map((policy) => {
    const stage = stageAlone(policy, now);
    return { ...policy, stage: stage === 'in_effect' && !applied.has(policy) ? 'replaced' : stage };
  });
}

function stageAlone({ active_on: from, deprecated_on: to }: FurnishingPolicy, now: number): Stage {
  if (from === null) return 'draft';
  if (Date.parse(from) > now) return 'scheduled';
  return to !== null && Date.parse(to) <= now ? 'ended' : 'in_effect';
}

/** The policy that applies comes first (decision 0023). */
function byPrecedence(one: FurnishingPolicy, other: FurnishingPolicy): number {
  return (
    Date.parse(other.active_on ?? '') - Date.parse(one.active_on ?? '') ||
    other.version - one.version ||
    (one.id < other.id ? -1 : 1)
  );
}

/** Whether the rules can still change. */
export function isDraft({ stage }: StagedPolicy): boolean {
  return stage === 'draft' || stage === 'scheduled';
}
