import type { NotSimulated } from '@ndx/contracts';
import type { Period } from '../../domain/simulation/constant-period.js';
import type { OutcomeChange } from '../../domain/simulation/simulation-counts.js';
import type { SimulatedChange } from '../../domain/simulation/simulated-change.js';
import {
  isOutlined,
  NO_RECORDS,
  type RecordsRead,
} from '../../domain/simulation/section-outline.js';
import type { KeyedQuery } from './keyed-query.js';

/** The result of a query under the draft, without the members that identify the query; or why it has none. */
export type SimulatedResult = (OutcomeChange & SimulatedChange) | NotSimulated;

/** A result, and what it depends on. */
export interface DecidedResult {
  readonly result: SimulatedResult;
  readonly period: Period;
  /** What was read of records. */
  readonly read: RecordsRead;
}

/** Each is some 250 bytes: few results are different. */
const MAX_KEPT = 200_000;

/** The results of a simulation by all that they depend on, so that equal queries are decided once. */
export class KeptResults {
  /** By shape where no record was read, otherwise by key, and by outlines where no more was read. */
  private readonly results = new Map<string, readonly KeptResult[]>();
  /** By shape, what is read of records. */
  private readonly needed = new Map<string, RecordsRead>();
  /** One of each different result, by its JSON. */
  private readonly different = new Map<string, SimulatedResult>();
  private readonly repeats = new Repeats();

  constructor(readonly simulationId: string) {}

  find(query: KeyedQuery): SimulatedResult | undefined {
    const at = Date.parse(query.event.occurred_at);
    const read = this.neededBy(query);
    if (!read) return this.keptAt(at, query.shape)?.result;
    if (query.outlined?.read !== read) return this.repeated(query, at, isOutlined(read));
    const alike = this.keptAt(at, query.outlined.key);
    // A query that repeats this one is found without its outlines.
    if (alike && this.repeats.areExpected) this.add(query.key(), alike);
    return alike?.result;
  }

  /** The result of a query of which this one is a repetition. */
  private repeated(
    query: KeyedQuery,
    at: number,
    hasOutlines: boolean,
  ): SimulatedResult | undefined {
    if (hasOutlines && !this.repeats.areExpected) return undefined;
    const own = this.keptAt(at, query.key());
    if (hasOutlines) this.repeats.count(own !== undefined);
    return own?.result;
  }

  /** Queries with the same one have the same result in a period. It can change with each result that is kept. */
  keyOf(query: KeyedQuery): string {
    return keyUnder(query, this.neededBy(query));
  }

  /** What a query of the same shape needed of records. */
  neededBy({ shape }: KeyedQuery): RecordsRead | undefined {
    return this.needed.get(shape);
  }

  /** Drops the oldest one when there are too many. */
  keep(query: KeyedQuery, { result, period, read }: DecidedResult): void {
    if (amountOf(read) > amountOf(this.neededBy(query))) {
      this.needed.set(query.shape, read);
      dropOldest(this.needed);
    }
    this.add(keyUnder(query, read), { ...period, result: this.shared(result) });
  }

  private keptAt(at: number, key: string): KeptResult | undefined {
    return this.results.get(key)?.find(({ after, before }) => after < at && at < before);
  }

  private add(key: string, result: KeptResult): void {
    this.results.set(key, [...(this.results.get(key) ?? []), result]);
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

/** Queries that are looked at before repetitions are known to be rare: businesses are queried again after some thousands. */
const SAMPLE = 10_000;

/** The part of repetitions from which on keeping a key costs less than reading outlines again. */
const MANY = 0.1;

/** Whether queries repeat earlier ones often enough that their keys are kept. */
class Repeats {
  private seen = 0;
  private repeated = 0;

  get areExpected(): boolean {
    return this.seen < SAMPLE || this.repeated > MANY * this.seen;
  }

  count(isRepeated: boolean): void {
    this.seen += 1;
    if (isRepeated) this.repeated += 1;
  }
}

interface KeptResult extends Period {
  readonly result: SimulatedResult;
}

/** What all queries share that have the same result. */
function keyUnder({ shape, outlined, key }: KeyedQuery, read: RecordsRead = NO_RECORDS): string {
  if (read.size === 0) return shape;
  return outlined?.read === read ? outlined.key : key();
}

function amountOf(read: RecordsRead = NO_RECORDS): number {
  return [...read.values()].reduce((sum, depth) => sum + (depth === 'whole' ? 2 : 1), 0);
}

function dropOldest(kept: Map<string, unknown>): void {
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
}
