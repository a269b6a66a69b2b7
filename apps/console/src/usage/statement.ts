import type { DailyQueryCount, NoResultReason, QueryEvent } from '@ndx/client';
import { csvLine } from '../parts/export-file.js';
import { daysOf, type Window } from './usage-search.js';

/** The queries of one institution with the same price: a line of its statement. */
export interface StatementLine {
  /** Names the line in the address. */
  readonly id: string;
  readonly institutionId: string;
  readonly product: string;
  readonly outcome: QueryEvent['outcome'];
  readonly billable: boolean;
  readonly quantity: number;
}

/** The lines, of each institution together, the largest quantity first. */
export function linesOf(counts: readonly DailyQueryCount[]): readonly StatementLine[] {
  const lines = [...Map.groupBy(counts, lineId)].flatMap(([id, group]) => {
    const [first] = group;
    if (first === undefined) return [];
    const { querying_entity_id: institutionId, product_slug: product, outcome, billable } = first;
    return [{ id, institutionId, product, outcome, billable, quantity: sumOf(group) }];
  });
  return lines.sort(
    (one, other) =>
      one.institutionId.localeCompare(other.institutionId) || other.quantity - one.quantity,
  );
}

/** The id of the line that has a count. */
function lineId({ querying_entity_id, product_slug, outcome, billable }: DailyQueryCount): string {
  return [querying_entity_id, product_slug, outcome, billable ? 'billable' : 'free'].join('/');
}

export function sumOf(counts: readonly DailyQueryCount[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}

/** The queries that had no result for the same reason. */
export interface ReasonCount {
  /** Null where it is not shown to the reader. */
  readonly reason: NoResultReason | null;
  readonly quantity: number;
}

/** The reasons, the most frequent first. */
export function reasonsOf(counts: readonly DailyQueryCount[]): readonly ReasonCount[] {
  const without = counts.filter(({ outcome }) => outcome === 'no_result');
  const groups = [...Map.groupBy(without, ({ reason }) => reason)];
  return groups
    .map(([reason, group]) => ({ reason, quantity: sumOf(group) }))
    .sort((one, other) => other.quantity - one.quantity);
}

/** Names the group of a count. */
type GroupOf = (count: DailyQueryCount) => string;

export const byProduct: GroupOf = ({ product_slug }) => product_slug;

/** The number of queries of each group on a day. */
export interface DayOfUsage {
  readonly day: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly total: number;
}

/** Every day of the window, also days without queries. */
export function perDay(
  counts: readonly DailyQueryCount[],
  window: Window,
  groupOf: GroupOf,
): readonly DayOfUsage[] {
  const byDay = Map.groupBy(counts, ({ day }) => day);
  return daysOf(window).map((day) => {
    const ofDay = byDay.get(day) ?? [];
    const groups = Map.groupBy(ofDay, groupOf);
    return {
      day,
      counts: Object.fromEntries([...groups].map(([name, group]) => [name, sumOf(group)])),
      total: sumOf(ofDay),
    };
  });
}

/** The groups, the most queried first. */
export function groupsOf(counts: readonly DailyQueryCount[], groupOf: GroupOf): readonly string[] {
  const groups = [...Map.groupBy(counts, groupOf)];
  groups.sort(([, one], [, other]) => sumOf(other) - sumOf(one));
  return groups.map(([name]) => name);
}

const COLUMNS = [
  'day',
  'querying_entity_id',
  'product_slug',
  'kind',
  'outcome',
  'reason',
  'billable',
  'count',
] as const;

/** The counts as CSV with a heading. */
export function csvOf(counts: readonly DailyQueryCount[]): string {
  const rows = counts.map((count) => COLUMNS.map((column) => count[column]));
  return [COLUMNS, ...rows].map(csvLine).join('');
}
