import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@ndx/testing';
import { QUERYING_BANK } from '@ndx/tools/network/demo-network';
import type { Outcome } from '../system/caller.js';
import type { System } from '../system/system.js';
import { query } from './operations.js';
import { whileClientsRun } from './while-clients-run.js';
import { shows, type Permission } from './withdrawals.js';

/** A query, by the clock of `performance.now`. */
export interface AskedQuery {
  readonly startedAt: number;
  readonly outcome: Outcome;
}

const CLIENTS = 4;
/** Delay before a client retries after a failure. */
const PAUSE_MS = 50;

/** Clients that repeat the same query. */
export class QueryLoop {
  readonly asked: AskedQuery[] = [];

  constructor(
    private readonly system: System,
    private readonly permission: Permission,
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

  /** The queries that show withdrawn data although they started after the given time. */
  shownAfter(moment: number): readonly AskedQuery[] {
    return this.asked.filter(({ startedAt, outcome }) => startedAt > moment && shows(outcome));
  }

  private async client(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const startedAt = performance.now();
      const { consentId: consent_id, policyId: policy_id } = this.permission;
      const { request } = query({ consent_id, policy_id });
      const outcome = await this.system.as(QUERYING_BANK).ask(request);
      this.asked.push({ startedAt, outcome });
      if (outcome.kind !== 'answered' || outcome.status >= 500) await pause(PAUSE_MS);
    }
  }
}
