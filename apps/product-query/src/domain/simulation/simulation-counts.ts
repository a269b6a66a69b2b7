import { BOUNDS, type NotSimulated, type QueryEvent } from '@ndx/contracts';
import type { Simulation } from '../replay/simulate.js';
import type { ChangedField } from './changed-fields.js';
import type { ChangedSection, SimulatedChange } from './simulated-change.js';

export type OutcomeChange = {
  readonly recorded: QueryEvent['outcome'];
} & Pick<Simulation, 'outcome' | 'reason'>;

/** A simulated query. */
export interface SimulatedAnswer extends SimulatedChange, OutcomeChange {
  readonly event: Pick<QueryEvent, 'query_event_id' | 'querying_entity_id' | 'network_ids'> &
    Pick<QueryEvent, 'occurred_at'>;
}

/** What one of the two answers has and the other does not. */
interface Moved {
  readonly lost: number;
  readonly gained: number;
}

/** The changed queries of a querier: the answers, sections and fields that they lose and gain. */
interface OfQuerier extends Moved {
  readonly changed: number;
  readonly sections: Moved;
  readonly fields: Moved;
}

type Counted<T> = readonly (readonly [T, number])[];

/** The counts of a simulation as they are stored, each breakdown with a bounded number of entries. */
export interface SimulationCounts {
  readonly simulated: number;
  readonly changed: number;
  readonly notSimulated: Counted<NotSimulated>;
  readonly outcomes: Counted<OutcomeChange>;
  readonly sections: Counted<ChangedSection>;
  readonly fields: Counted<ChangedField>;
  readonly queriers: readonly (readonly [string, OfQuerier])[];
  readonly otherSections: number;
  readonly otherFields: number;
  readonly otherQueriers: number;
}

export const NO_COUNTS: SimulationCounts = {
  simulated: 0,
  changed: 0,
  notSimulated: [],
  outcomes: [],
  sections: [],
  fields: [],
  queriers: [],
  otherSections: 0,
  otherFields: 0,
  otherQueriers: 0,
};

/** Whether the answer to a query changes. */
export function isChanged({ recorded, outcome, sections, fields }: SimulatedAnswer): boolean {
  return recorded !== outcome || sections.length > 0 || fields.length > 0;
}

/** The counts with those of further queries. */
export function withCounts(
  counts: SimulationCounts,
  answers: readonly SimulatedAnswer[],
  notSimulated: readonly NotSimulated[],
): SimulationCounts {
  const { entries: bound } = BOUNDS.simulation;
  const changed = answers.filter(isChanged);
  const outcomes = answers.map((answer) => [outcomeOf(answer)]);
  const sections = tally(
    counts.sections,
    changed.map((answer) => answer.sections),
    bound,
  );
  const fields = tally(
    counts.fields,
    changed.map((answer) => answer.fields),
    bound,
  );
  const queriers = queriersWith(new Map(counts.queriers), changed, bound);
  return {
    simulated: counts.simulated + answers.length,
    changed: counts.changed + changed.length,
    notSimulated: tally(counts.notSimulated, [notSimulated]).entries,
    outcomes: tally(counts.outcomes, outcomes).entries,
    sections: sections.entries,
    fields: fields.entries,
    queriers: queriers.entries,
    otherSections: counts.otherSections + sections.others,
    otherFields: counts.otherFields + fields.others,
    otherQueriers: counts.otherQueriers + queriers.others,
  };
}

/**
 * Counts equal values of lists; those beyond a number of entries together. Equal queries share the
 * lists of their result, so a list that occurs again is not read again.
 */
function tally<T>(counted: Counted<T>, lists: readonly (readonly T[])[], bound = Infinity) {
  const found = new Map(counted.map(([value, count]) => [entryKey(value), { value, count }]));
  let others = 0;
  for (const [list, times] of timesOf(lists)) {
    for (const value of list) {
      const key = entryKey(value);
      const entry = found.get(key);
      if (entry) entry.count += times;
      else if (found.size < bound) found.set(key, { value, count: times });
      else others += times;
    }
  }
  return {
    entries: [...found.values()].map(({ value, count }) => [value, count] as const),
    others,
  };
}

function timesOf<T>(values: readonly T[]): ReadonlyMap<T, number> {
  const times = new Map<T, number>();
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1);
  return times;
}

/** The entry of an answer among the outcomes. */
export function outcomeOf({ recorded, outcome, reason }: OutcomeChange): OutcomeChange {
  return { recorded, outcome, reason };
}

/** The same for equal entries, whose members have the same order. */
export function entryKey(entry: unknown): string {
  return JSON.stringify(entry);
}

const NOTHING: Moved = { lost: 0, gained: 0 };
const NO_QUERIES: OfQuerier = { ...NOTHING, changed: 0, sections: NOTHING, fields: NOTHING };

function queriersWith(
  found: Map<string, OfQuerier>,
  changed: readonly SimulatedAnswer[],
  bound: number,
) {
  const movedIn = movedByList();
  let others = 0;
  for (const { event, recorded, outcome, sections, fields } of changed) {
    const id = event.querying_entity_id;
    const known = found.get(id);
    if (!known && found.size >= bound) {
      others += 1;
      continue;
    }
    const of = known ?? NO_QUERIES;
    found.set(id, {
      changed: of.changed + 1,
      lost: of.lost + Number(recorded === 'issued' && outcome !== 'issued'),
      gained: of.gained + Number(recorded !== 'issued' && outcome === 'issued'),
      sections: sum(of.sections, movedIn(sections)),
      fields: sum(of.fields, movedIn(fields)),
    });
  }
  return { entries: [...found], others };
}

function sum(one: Moved, other: Moved): Moved {
  return { lost: one.lost + other.lost, gained: one.gained + other.gained };
}

/** Equal queries share the lists of their result. */
function movedByList() {
  const known = new Map<readonly object[], Moved>();
  return (list: readonly Pick<ChangedSection, 'change'>[]): Moved => {
    const count = (kind: ChangedSection['change']) =>
      list.filter(({ change }) => change === kind).length;
    const moved = known.get(list) ?? { lost: count('lost'), gained: count('gained') };
    known.set(list, moved);
    return moved;
  };
}
