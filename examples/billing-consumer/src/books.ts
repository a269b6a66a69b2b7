import { join } from 'node:path';
import { digestOf } from './digest.js';
import { entriesIn, Journal } from './journal.js';
import { KnownQueries, type Standing } from './known-queries.js';
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

const OUTCOMES: Readonly<Record<Standing, Outcome>> = {
  first: 'counted',
  same: 'duplicate',
  otherwise: 'rejected',
};

const ledgerIn = (folder: string) => join(folder, 'ledger.jsonl');
const rejectedIn = (folder: string) => join(folder, 'rejected.jsonl');

/**
 * The query events that count, each once, as they came.
 * @param repeated told of what the ledger has of a query beyond that, which is a fault
 */
export function* countedIn(
  folder: string,
  repeated: (event: QueryEvent, standing: Standing) => void = () => undefined,
): Generator<QueryEvent> {
  const known = new KnownQueries();
  for (const { event } of entriesIn<Counted>(ledgerIn(folder))) {
    const standing = known.meet(event);
    if (standing === 'first') yield event;
    else repeated(event, standing);
  }
}

/** What was set aside. */
export function rejectedEntries(folder: string): Generator<Rejected> {
  return entriesIn<Rejected>(rejectedIn(folder));
}

/**
 * What is counted and what is set aside, in two files that survive a crash: `ledger.jsonl` and
 * `rejected.jsonl`, in a folder that is there. One process at a time writes them.
 */
export class Books {
  private readonly counted = new KnownQueries();
  private readonly setAside = new Set<string>();
  private readonly ledger: Journal<Counted>;
  private readonly rejects: Journal<Rejected>;
  private newlyCounted: Counted[] = [];
  private newlyRejected: Rejected[] = [];

  constructor(folder: string) {
    this.ledger = Journal.open(ledgerIn(folder));
    this.rejects = Journal.open(rejectedIn(folder));
    for (const { event } of entriesIn<Counted>(ledgerIn(folder))) this.counted.meet(event);
    for (const entry of rejectedEntries(folder)) this.setAside.add(messageOf(entry));
  }

  /** A query counts once, however often its event is delivered. */
  count(entry: Counted): Outcome {
    const standing = this.counted.meet(entry.event);
    if (standing === 'first') this.newlyCounted.push(entry);
    return OUTCOMES[standing];
  }

  reject(entry: Rejected): Outcome {
    const message = messageOf(entry);
    if (this.setAside.has(message)) return 'duplicate';
    this.setAside.add(message);
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

/** Which message it is: a topic that is made anew has other ones at the same places. */
function messageOf({ partition, offset, headers, value }: Rejected): string {
  return `${partition}/${offset} ${digestOf([headers, value])}`;
}
