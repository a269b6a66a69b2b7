import type { DailyQueryCount } from '@ndx/client';
import { dayOf, endedDays } from '../parts/periods.js';
import { oneOf, searchReader, text } from '../parts/search.js';

const DAY_MS = 86_400_000;

/** The periods of the view; their days and months are in UTC, as in statements. */
export const USAGE_PERIODS = {
  yesterday: 'Yesterday',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  month: 'This month',
  'last-month': 'Last month',
} as const;

export type UsagePeriod = keyof typeof USAGE_PERIODS;

/** The period, the form of the days, and the statement line whose queries are listed, in the address. */
export const readUsageSearch = searchReader({
  period: oneOf(Object.keys(USAGE_PERIODS) as readonly UsagePeriod[]),
  /** Without it, the days are a chart. */
  days: oneOf(['table']),
  line: text,
});

export interface Window {
  /** Inclusive. */
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
}

/** Whole days in UTC; a period that includes today ends after it. */
export function windowOf(period: UsagePeriod, now: Date): Window {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const tomorrow = Date.UTC(year, month, now.getUTCDate() + 1);
  if (period === 'yesterday' || period === 'last-month') {
    const { from, to } = endedDays(period, now);
    return { from: new Date(from), to: new Date(to) };
  }
  const starts = {
    '7d': tomorrow - 7 * DAY_MS,
    '30d': tomorrow - 30 * DAY_MS,
    month: Date.UTC(year, month),
  };
  const [from, to] = [starts[period], tomorrow];
  return { from: new Date(from), to: new Date(to) };
}

/** The queries of a window, counted by the server. */
export interface Usage {
  readonly window: Window;
  readonly counts: readonly DailyQueryCount[];
}

/** The days of a window as `YYYY-MM-DD`. */
export function daysOf({ from, to }: Window): readonly string[] {
  const days: string[] = [];
  for (let at = from.getTime(); at < to.getTime(); at += DAY_MS) {
    days.push(dayOf(new Date(at)));
  }
  return days;
}
