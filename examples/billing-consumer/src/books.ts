import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { entriesIn, Journal } from './journal.js';
import type { QueryEvent } from './query-event.js';

/** Where a message lies on its topic. */
export interface Place {
  readonly partition: number;
  readonly offset: string;
}

/** A query event that counts, as it came. */
export interface Counted extends Place {
  readonly ce_id: string;
  readonly event: QueryEvent;
}

/** A message that does not count, and why. */
export interface Rejected extends Place {
  readonly reason: string;
  readonly headers: Readonly<Record<string, string>>;
  /** As text; null for a message without a value. */
  readonly value: string | null;
}

/** Whatever came of a message. `ignored`: of a type that is not billing's. */
export type Outcome = 'counted' | 'duplicate' | 'rejected' | 'ignored';

export type Tally = Readonly<Record<Outcome, number>>;

const ledgerIn = (folder: string) => join(folder, 'ledger.jsonl');
const rejectedIn = (folder: string) => join(folder, 'rejected.jsonl');

/** The query events that count. */
export function countedIn(folder: string): readonly QueryEvent[] {
  return entriesIn<Counted>(ledgerIn(folder)).map(({ event }) => event);
}

/** What was set aside. */
export function rejectedEntries(folder: string): readonly Rejected[] {
  return entriesIn<Rejected>(rejectedIn(folder));
}

/**
 * What is counted and what is set aside, in two files that survive a crash: `ledger.jsonl` and
 * `rejected.jsonl`. One process at a time writes them.
 */
export class Books {
  private readonly counted = new Map<string, QueryEvent>();
  private readonly setAside = new Set<string>();
  private readonly ledger: Journal<Counted>;
  private readonly rejects: Journal<Rejected>;
  private newlyCounted: Counted[] = [];
  private newlyRejected: Rejected[] = [];

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.ledger = Journal.open(ledgerIn(folder));
    this.rejects = Journal.open(rejectedIn(folder));
    for (const event of countedIn(folder)) this.counted.set(event.query_event_id, event);
    for (const entry of rejectedEntries(folder)) this.setAside.add(placeOf(entry));
  }

  /** A query counts once, however often its event is delivered. */
  count(entry: Counted): Outcome {
    const { event } = entry;
    const known = this.counted.get(event.query_event_id);
    if (known === undefined) {
      this.counted.set(event.query_event_id, event);
      this.newlyCounted.push(entry);
      return 'counted';
    }
    return isDeepStrictEqual(known, event) ? 'duplicate' : 'rejected';
  }

  reject(entry: Rejected): Outcome {
    if (this.setAside.has(placeOf(entry))) return 'duplicate';
    this.setAside.add(placeOf(entry));
    this.newlyRejected.push(entry);
    return 'rejected';
  }

  /** Returns when all that was counted and set aside is on the disk. */
  save(): void {
    this.ledger.append(this.newlyCounted);
    this.rejects.append(this.newlyRejected);
    this.newlyCounted = [];
    this.newlyRejected = [];
  }

  close(): void {
    this.ledger.close();
    this.rejects.close();
  }
}

function placeOf({ partition, offset }: Place): string {
  return `${partition}/${offset}`;
}
