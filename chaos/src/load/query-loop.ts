import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@ndx/testing';
import type { Outcome } from '../system/caller.js';
import type { System } from '../system/system.js';
import type { Use } from './withdrawals.js';
import { whileClientsRun } from './while-clients-run.js';

/** A request, by the clock of `performance.now`. */
export interface AskedQuery {
  readonly startedAt: number;
  readonly outcome: Outcome;
}

const CLIENTS = 4;
/** Delay before a client retries after a failure. */
const PAUSE_MS = 50;

/** Clients that repeat the same request. */
export class QueryLoop {
  readonly asked: AskedQuery[] = [];

  constructor(
    private readonly system: System,
    private readonly use: Use,
  ) {}

  /** Runs during the work. */
  during<Result>(work: () => Promise<Result>): Promise<Result> {
    return whileClientsRun(CLIENTS, (_n, isOver) => this.client(isOver), work);
  }

  /** Waits for the responses of that many queries that started after the given time. */
  answered(count: number, after: number): Promise<void> {
    return eventually(
      () => {
        const answers = this.asked.filter(
          ({ startedAt, outcome }) =>
            startedAt > after && outcome.kind === 'answered' && outcome.status < 500,
        );
        if (answers.length < count) throw new Error(`only ${answers.length} queries are answered`);
      },
      { timeoutMs: 60_000 },
    );
  }

  /** The requests that use what ended although they started after the given time. */
  usedAfter(moment: number): readonly AskedQuery[] {
    return this.asked.filter(
      ({ startedAt, outcome }) => startedAt > moment && this.use.isUsed(outcome),
    );
  }

  private async client(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const startedAt = performance.now();
      const { by, request } = this.use.operation();
      const outcome = await this.system.as(by).ask(request);
      this.asked.push({ startedAt, outcome });
      if (outcome.kind !== 'answered' || outcome.status >= 500) await pause(PAUSE_MS);
    }
  }
}
