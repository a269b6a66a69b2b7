import { compareText } from '../compare-text.js';
import type { RecordUse } from './record-uses.js';

/** How many queries used a record, and how many excluded it. */
export interface RecordUseCount {
  readonly recordId: string;
  readonly models: readonly string[];
  readonly used: number;
  readonly excluded: number;
}

type Considered = Pick<RecordUse, 'recordId' | 'model' | 'verdict'>;

/** Counts the uses of each record. */
export class UsesByRecord {
  private readonly counts = new Map<
    string,
    { readonly models: Set<string>; used: number; excluded: number }
  >();

  /**
   * Adds the records that one query considered; it counts once for each of them. A record that a
   * section used is used, although another section excluded it.
   */
  add(records: readonly Considered[]): void {
    const used = new Set(
      records.filter(({ verdict }) => verdict === 'chosen').map(({ recordId }) => recordId),
    );
    for (const id of new Set(records.map(({ recordId }) => recordId))) {
      const count = this.counts.get(id) ?? { models: new Set(), used: 0, excluded: 0 };
      count[used.has(id) ? 'used' : 'excluded'] += 1;
      this.counts.set(id, count);
    }
    for (const { recordId, model } of records) this.counts.get(recordId)?.models.add(model);
  }

  /** The most used first, then the most excluded, then the one that was added first. */
  mostUsed(): readonly RecordUseCount[] {
    return [...this.counts]
      .map(([recordId, { models, used, excluded }]) => ({
        ...{ recordId, models: [...models].sort(compareText), used, excluded },
      }))
      .sort((a, b) => b.used - a.used || b.excluded - a.excluded);
  }
}
