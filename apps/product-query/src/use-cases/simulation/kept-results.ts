import type { NotSimulated } from '@ndx/contracts';
import type { Period } from '../../domain/simulation/constant-period.js';
import type { OutcomeChange } from '../../domain/simulation/simulation-counts.js';
import type { SimulatedChange } from '../../domain/simulation/simulated-change.js';
import type { KeyedQuery } from './keyed-query.js';

/** The result of a query under the draft, without the members that identify the query; or why it has none. */
export type SimulatedResult = (OutcomeChange & SimulatedChange) | NotSimulated;

/** A result, and what it depends on. */
export interface DecidedResult {
  readonly result: SimulatedResult;
  readonly period: Period;
  /** The models whose records were read. */
  readonly read: ReadonlySet<string>;
}

/** Each is some 250 bytes: few results are different. */
const MAX_KEPT = 200_000;

/** The results of a simulation by all that they depend on, so that equal queries are decided once. */
export class KeptResults {
  /** By shape where no record was read, otherwise by key. */
  private readonly results = new Map<string, readonly KeptResult[]>();
  /** By shape, the models whose records are read. */
  private readonly needed = new Map<string, ReadonlySet<string>>();
  /** One of each different result, by its JSON. */
  private readonly different = new Map<string, SimulatedResult>();

  constructor(readonly simulationId: string) {}

  find(query: KeyedQuery): SimulatedResult | undefined {
    const at = Date.parse(query.event.occurred_at);
    const known = this.results.get(this.keyOf(query));
    return known?.find(({ after, before }) => after < at && at < before)?.result;
  }

  /** Queries with the same one have the same result in a period. It can change with each result that is kept. */
  keyOf({ shape, key }: KeyedQuery): string {
    return this.needed.has(shape) ? key() : shape;
  }

  /** The models whose records a query of the same shape needed. */
  neededBy({ shape }: KeyedQuery): ReadonlySet<string> | undefined {
    return this.needed.get(shape);
  }

  /** Drops the oldest one when there are too many. */
  keep(query: KeyedQuery, { result, period, read }: DecidedResult): void {
    if (read.size > (this.neededBy(query)?.size ?? 0)) {
      this.needed.set(query.shape, read);
      dropOldest(this.needed);
    }
    const key = this.keyOf(query);
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
