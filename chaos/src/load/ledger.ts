import { describeOutcome, type Answer, type Outcome } from '../system/caller.js';
import { isContractFailure } from './contract-refusal.js';
import { ALL_KINDS, type Kind } from './kinds.js';
import type { Operation } from './operation.js';

/** An operation that was acknowledged. */
export interface Done {
  readonly operation: Operation;
  /** The id of its row. */
  readonly id: string;
  readonly answer: Answer;
}

/** The operations of clients, with their results. */
export class Ledger {
  readonly done: Done[] = [];
  /** Operations without an acknowledgement, by key: they may or may not have been executed. */
  readonly abandoned: Operation[] = [];
  /** Rejections of valid requests. */
  readonly refusals: string[] = [];
  /** Errors that do not have the contract's shape. */
  readonly strangeFailures: string[] = [];
  readonly overdue: string[] = [];
  /** Connections that broke during a request. */
  readonly brokenOff: string[] = [];
  /** Attempts without an acknowledgement, for any reason. */
  readonly failures: string[] = [];
  private readonly outcomes = new Map<string, number>();

  /** Every response, or its absence, of every attempt. */
  note({ kind, key }: Operation, outcome: Outcome): void {
    const name = outcome.kind === 'answered' ? String(outcome.status) : outcome.kind;
    this.outcomes.set(name, (this.outcomes.get(name) ?? 0) + 1);
    const story = `${kind} ${key}: ${describeOutcome(outcome)}`;
    if (outcome.kind === 'overdue') this.overdue.push(story);
    if (outcome.kind === 'broken') this.brokenOff.push(story);
    const status = outcome.kind === 'answered' ? outcome.status : undefined;
    // Queries may not know a business that was just furnished; other resources are never absent.
    if ((status !== undefined && status < 300) || (kind === 'query' && status === 404)) return;
    this.failures.push(story);
    if (outcome.kind !== 'answered') return;
    if (outcome.status < 500) this.refusals.push(story);
    else if (!isContractFailure(outcome)) this.strangeFailures.push(story);
  }

  doneOf(...kinds: readonly Kind[]): readonly Done[] {
    return this.done.filter(({ operation }) => kinds.includes(operation.kind));
  }

  describe(): string[] {
    const done = ALL_KINDS.map((kind) => `${this.doneOf(kind).length} ${kind}`);
    const outcomes = [...this.outcomes].sort().map(([name, count]) => `${count} ${name}`);
    return [
      `acknowledged ${this.done.length}: ${done.join(', ')}`,
      `attempts: ${outcomes.join(', ')}; never acknowledged ${this.abandoned.length}`,
    ];
  }
}
