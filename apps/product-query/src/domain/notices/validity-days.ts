import { MAX_NOTICE_WINDOW_DAYS, type ModelSelection, type QueryEvent } from '@ndx/contracts';
import type { Decision } from '../decision/decision.js';

interface AnsweredQuery {
  readonly event: Pick<QueryEvent, 'networks'>;
  readonly decision: Pick<Decision, 'models'>;
  readonly selectionsOf: (policyId: string, version: number) => readonly ModelSelection[];
}

/**
 * The days after an answer in which its policies accept one of its sections: the longest age of a
 * verification, and the day in which the review finds that it has passed. At most 13 months, which
 * is also the validity under a policy without an age.
 */
export function validityDays({ event, decision, selectionsOf }: AnsweredQuery): number {
  const used = Object.entries(decision.models).flatMap(([name, rows]) =>
    rows.some(([, , , , verdict]) => verdict === 'chosen') ? [name] : [],
  );
  const ages = event.networks.flatMap(({ policy_id, policy_version }) => {
    if (policy_id === null || policy_version === null) return [Infinity];
    const selections = selectionsOf(policy_id, policy_version);
    return used.map(
      (name) => selections.find((one) => one.model_name === name)?.max_age_days ?? Infinity,
    );
  });
  return Math.min(Math.max(0, ...ages) + 1, MAX_NOTICE_WINDOW_DAYS);
}
