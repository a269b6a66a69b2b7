import { BOUNDS } from '@ndx/contracts';
import { entryKey, outcomeOf, type SimulatedAnswer } from './simulation-counts.js';
import type { SimulationJob } from './simulation-job.js';

/**
 * The answers of a page to list: as many as there is room for, and otherwise the first ones of each
 * entry of the counts, so that every entry leads to queries.
 * @param counts those of the pages before
 * @param changed answers that change, in order
 */
export function answersToList(
  { counts, listed }: Pick<SimulationJob, 'counts' | 'listed'>,
  changed: readonly SimulatedAnswer[],
): readonly SimulatedAnswer[] {
  const { listed: most, listedOfEach } = BOUNDS.simulation;
  const room = most - listed;
  if (changed.length <= room) return changed;
  const { outcomes, sections, fields, queriers } = counts;
  const seen = new Map([
    ...[...outcomes, ...sections, ...fields].map(
      ([entry, count]) => [entryKey(entry), count] as const,
    ),
    ...queriers.map(([id, ofQuerier]) => [id, ofQuerier.changed] as const),
  ]);
  const keysOf = keysByList();
  return changed.filter((answer, place) => {
    const { event, sections: changedSections, fields: changedFields } = answer;
    const keys = [
      ...[event.querying_entity_id, entryKey(outcomeOf(answer))],
      ...[...keysOf(changedSections), ...keysOf(changedFields)],
    ];
    const isAmongFirst = keys.some((key) => (seen.get(key) ?? 0) < listedOfEach);
    for (const key of keys) seen.set(key, (seen.get(key) ?? 0) + 1);
    return place < room || isAmongFirst;
  });
}

/** Equal queries share the lists of their result. */
function keysByList() {
  const known = new Map<readonly object[], readonly string[]>();
  return (list: readonly object[]): readonly string[] => {
    const keys = known.get(list) ?? list.map(entryKey);
    known.set(list, keys);
    return keys;
  };
}
