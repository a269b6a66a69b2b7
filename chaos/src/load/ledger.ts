import { describeOutcome, type Answer, type Outcome } from '../system/caller.js';
import { isContractFailure } from './contract-refusal.js';
import { ALL_KINDS, type Kind } from './kinds.js';
import type { Operation } from './operation.js';

/** An operation that was acknowledged. */
export interface Done {
  readonly operation: Operation;
  /** What it left, by the id of its trace. */
  readonly id: string;
  readonly answer: Answer;
}

/** What clients asked for, and what became of it. */
export class Ledger {
  readonly done: Done[] = [];
  /** Never acknowledged, by key: they may have been done, and may not. */
  readonly abandoned: Operation[] = [];
  /** Refusals for which the caller gave no cause. */
  readonly refusals: string[] = [];
  /** Errors that do not have the contract's shape. */
  readonly strangeFailures: string[] = [];
  readonly overdue: string[] = [];
  /** Connections that broke while a request was on them. */
  readonly brokenOff: string[] = [];
  /** Attempts that were not acknowledged, whatever the reason. */
  readonly failures: string[] = [];
  private readonly outcomes = new Map<string, number>();

  /** Every answer, or want of one, of every attempt. */
  note({ kind, key }: Operation, outcome: Outcome): void {
    const name = outcome.kind === 'answered' ? String(outcome.status) : outcome.kind;
    this.outcomes.set(name, (this.outcomes.get(name) ?? 0) + 1);
    const story = `${kind} ${key}: ${describeOutcome(outcome)}`;
    if (outcome.kind === 'overdue') this.overdue.push(story);
    if (outcome.kind === 'broken') this.brokenOff.push(story);
    const status = outcome.kind === 'answered' ? outcome.status : undefined;
    // A business that was just furnished may not be known to queries yet; nothing else is absent.
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
