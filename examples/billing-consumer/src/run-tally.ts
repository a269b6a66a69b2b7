import type { Outcome, Tally } from './books.js';

/**
 * What came of each message in a run of the program. One that Kafka gives again in the same run,
 * as it does when the group was shared out anew before its offset was committed, is told of once.
 */
export class RunTally {
  private readonly counts = { counted: 0, duplicate: 0, rejected: 0, ignored: 0 };
  /** The last offset of each partition that was met. */
  private readonly met = new Map<number, bigint>();

  add(partition: number, offset: string, outcome: Outcome): void {
    const place = BigInt(offset);
    if (place <= (this.met.get(partition) ?? -1n)) return;
    this.met.set(partition, place);
    this.counts[outcome] += 1;
  }

  get sums(): Tally {
    return this.counts;
  }
}
