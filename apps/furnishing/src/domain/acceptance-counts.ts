import type { Fault } from './fault.js';

/** The decision on a past record under other rules; no fault: accepted. */
export interface Verdict {
  readonly furnishingEntityId: string;
  readonly faults: readonly Fault[];
}

interface RefusalCount extends Pick<Fault, 'code' | 'path'> {
  readonly count: number;
}

interface FurnisherCount {
  readonly furnishingEntityId: string;
  readonly examined: number;
  readonly refused: number;
}

/** How many records rules accept and refuse, without the records. */
export interface AcceptanceCounts {
  readonly examined: number;
  readonly refused: number;
  /** By code and path. A record with several reasons counts for each. */
  readonly refusals: readonly RefusalCount[];
  /** By id. */
  readonly furnishers: readonly FurnisherCount[];
}

export function acceptanceCounts(verdicts: readonly Verdict[]): AcceptanceCounts {
  const refusals = new Map<string, RefusalCount>();
  const furnishers = new Map<string, FurnisherCount>();
  for (const { furnishingEntityId, faults } of verdicts) {
    const { examined = 0, refused = 0 } = furnishers.get(furnishingEntityId) ?? {};
    furnishers.set(furnishingEntityId, {
      furnishingEntityId,
      examined: examined + 1,
      refused: refused + (faults.length > 0 ? 1 : 0),
    });
    for (const { code, path } of faults) {
      const key = `${code} ${path}`;
      refusals.set(key, { code, path, count: (refusals.get(key)?.count ?? 0) + 1 });
    }
  }
  return {
    examined: verdicts.length,
    refused: verdicts.filter(({ faults }) => faults.length > 0).length,
    refusals: inOrderOfKeys(refusals),
    furnishers: inOrderOfKeys(furnishers),
  };
}

/** The records are read in any order. */
function inOrderOfKeys<Count>(counts: ReadonlyMap<string, Count>): readonly Count[] {
  return [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, count]) => count);
}
