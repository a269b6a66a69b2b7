import { hash } from 'node:crypto';
import type { NotSimulated } from '@ndx/contracts';
import type { Period } from '../../domain/simulation/constant-period.js';
import type { OutcomeChange } from '../../domain/simulation/simulation-counts.js';
import type { SimulatedChange } from '../../domain/simulation/simulated-change.js';
import type { StoredQuery } from '../../storage/past-queries.js';

/** The result of a query under the draft, without the members that identify the query; or why it has none. */
export type SimulatedResult = (OutcomeChange & SimulatedChange) | NotSimulated;

/** A query with the digest of all that its result depends on in a simulation, except for the time. */
export interface KeyedQuery extends StoredQuery {
  readonly key: string;
}

/** Each is some 250 bytes: few results are different. */
const MAX_KEPT = 200_000;

/** The results of a simulation by all that they depend on, so that equal queries are decided once. */
export class KeptResults {
  private readonly results = new Map<string, readonly KeptResult[]>();
  /** One of each different result, by its JSON. */
  private readonly different = new Map<string, SimulatedResult>();

  constructor(readonly simulationId: string) {}

  find({ key, event }: KeyedQuery): SimulatedResult | undefined {
    const at = Date.parse(event.occurred_at);
    return this.results.get(key)?.find(({ after, before }) => after < at && at < before)?.result;
  }

  /** Drops the oldest one when there are too many. */
  keep({ key }: KeyedQuery, period: Period, result: SimulatedResult): void {
    const known = this.results.get(key) ?? [];
    this.results.set(key, [...known, { ...period, result: this.shared(result) }]);
    dropOldest(this.results);
  }

  private shared(result: SimulatedResult): SimulatedResult {
    const text = JSON.stringify(result);
    const shared = this.different.get(text) ?? result;
    this.different.set(text, shared);
    dropOldest(this.different);
    return shared;
  }
}

interface KeptResult extends Period {
  readonly result: SimulatedResult;
}

function dropOldest(kept: Map<string, unknown>): void {
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
}

/** The keyed hash of an answer in a decision: it differs by query, and no simulation reads it. */
const ANSWER_HASH = /"answer":"[^"\\]*"/;

export function withKey({ event, decision, namesPolicy }: StoredQuery): KeyedQuery {
  const { product_slug, outcome, network_ids, networks, permissible_purpose } = event;
  const asked = [product_slug, outcome, network_ids, networks, permissible_purpose, namesPolicy];
  const inputs = `${JSON.stringify(asked)} ${decision?.replace(ANSWER_HASH, '') ?? ''}`;
  const key = hash('sha256', inputs, 'base64');
  return { event, decision, namesPolicy, key };
}
