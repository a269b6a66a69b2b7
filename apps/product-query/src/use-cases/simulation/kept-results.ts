import type { NotSimulated } from '@ndx/contracts';
import type { Period } from '../../domain/simulation/constant-period.js';
import type { OutcomeChange } from '../../domain/simulation/simulation-counts.js';
import type { SimulatedChange } from '../../domain/simulation/simulated-change.js';
import type { StoredQuery } from '../../storage/past-queries.js';

/** The result of a query under the draft, without the members that identify the query; or why it has none. */
export type SimulatedResult = (OutcomeChange & SimulatedChange) | NotSimulated;

/** A query with all that its result depends on in a simulation, except for the time. */
export interface KeyedQuery extends StoredQuery {
  readonly key: string;
}

/** Each is some 3 kB. */
const MAX_KEPT = 10_000;

/** The results of a simulation by all that they depend on, so that equal queries are decided once. */
export class KeptResults {
  private readonly results = new Map<string, (Period & { readonly result: SimulatedResult })[]>();

  constructor(readonly simulationId: string) {}

  find({ key, event }: KeyedQuery): SimulatedResult | undefined {
    const at = Date.parse(event.occurred_at);
    return this.results.get(key)?.find(({ after, before }) => after < at && at < before)?.result;
  }

  /** Drops the oldest one when there are too many. */
  keep({ key }: KeyedQuery, period: Period, result: SimulatedResult): void {
    const known = this.results.get(key);
    if (known) known.push({ ...period, result });
    else this.results.set(key, [{ ...period, result }]);
    const [oldest] = this.results.keys();
    if (this.results.size > MAX_KEPT && oldest !== undefined) this.results.delete(oldest);
  }
}

/** The keyed hash of an answer in a decision: it differs by query, and no simulation reads it. */
const ANSWER_HASH = /"answer":"[^"\\]*"/;

export function withKey({ event, decision, namesPolicy }: StoredQuery): KeyedQuery {
  const { product_slug, outcome, network_ids, networks, permissible_purpose } = event;
  const asked = [product_slug, outcome, network_ids, networks, permissible_purpose, namesPolicy];
  const key = `${JSON.stringify(asked)} ${decision?.replace(ANSWER_HASH, '') ?? ''}`;
  return { event, decision, namesPolicy, key };
}
