import { statedParts } from '@ndx/catalog';
import type { PayloadOf, RecordFurnished } from '@ndx/contracts';

type Record = PayloadOf<typeof RecordFurnished>;

interface Stated {
  readonly record: Record;
  readonly part: string;
  readonly performedAt: string;
}

/**
 * The records of a furnisher about one subject that still count: for each part the one with the
 * latest verification, and the one furnished last (decision 0001).
 */
export function standingRecords(records: readonly Record[]): Record[] {
  const stated = records.flatMap(statementsOf);
  const first = (order: (a: Stated, b: Stated) => number) => {
    const sorted = [...stated].sort(order).reverse();
    return [...new Map(sorted.map((one) => [one.part, one.record])).values()];
  };
  return [...new Set([...first(byVerification), ...first(byFurnishing)])];
}

function statementsOf(record: Record): Stated[] {
  return statedParts(record.dataset, record.models).map(({ dataset, model, performedAt }) => ({
    record,
    part: `${dataset} ${model}`,
    performedAt: performedAt ?? record.furnished_at,
  }));
}

function byVerification(a: Stated, b: Stated): number {
  return descending(a.performedAt, b.performedAt) || byFurnishing(a, b);
}

function byFurnishing({ record: a }: Stated, { record: b }: Stated): number {
  return descending(a.furnished_at, b.furnished_at) || (a.record_id < b.record_id ? -1 : 1);
}

function descending(a: string, b: string): number {
  if (a === b) return 0;
  return a > b ? -1 : 1;
}
