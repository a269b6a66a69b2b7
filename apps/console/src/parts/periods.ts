import { oneOf, time } from './search.js';

/** Periods that end now. */
export const RECENT_PERIODS = {
  '1h': { label: 'Last hour', hours: 1 },
  '24h': { label: 'Last 24 hours', hours: 24 },
  '7d': { label: 'Last 7 days', hours: 7 * 24 },
  '30d': { label: 'Last 30 days', hours: 30 * 24 },
} as const;

export type RecentPeriod = keyof typeof RECENT_PERIODS;

/** A day in UTC. The month begins at 0; a day or month beyond the last one is in the next one. */
type UtcDay = readonly [year: number, month: number, day: number];

interface EndedDays {
  readonly label: string;
  /** Its first day, and the day after its last one. */
  readonly days: (today: UtcDay) => readonly [first: UtcDay, after: UtcDay];
}

type EndedPeriod = 'yesterday' | 'last-week' | 'last-month' | 'last-quarter';

/** Periods of whole days in UTC that have ended. */
const ENDED_PERIODS: Readonly<Record<EndedPeriod, EndedDays>> = {
  yesterday: {
    label: 'Yesterday',
    days: ([y, m, d]) => [
      [y, m, d - 1],
      [y, m, d],
    ],
  },
  'last-week': {
    label: 'Last week',
    days: ([y, m, d]) => {
      const monday = d - ((new Date(Date.UTC(y, m, d)).getUTCDay() + 6) % 7);
      return [
        [y, m, monday - 7],
        [y, m, monday],
      ];
    },
  },
  'last-month': {
    label: 'Last month',
    days: ([y, m]) => [
      [y, m - 1, 1],
      [y, m, 1],
    ],
  },
  'last-quarter': {
    label: 'Last quarter',
    days: ([y, m]) => {
      const quarter = m - (m % 3);
      return [
        [y, quarter - 3, 1],
        [y, quarter, 1],
      ];
    },
  },
};

export type Period = RecentPeriod | EndedPeriod;

/** The labels of all periods. */
export const PERIOD_LABELS: Readonly<Record<Period, string>> = labelsOf({
  ...RECENT_PERIODS,
  ...ENDED_PERIODS,
});

export const RECENT_PERIOD_LABELS: Readonly<Record<RecentPeriod, string>> =
  labelsOf(RECENT_PERIODS);

/** The period of a list in an address: a usual one, or other days in UTC. */
export const PERIOD_SEARCH = {
  period: oneOf(namesOf(PERIOD_LABELS)),
  /** With `to`, instead of a period: the first day, `YYYY-MM-DD`. */
  from: time,
  /** The day after the last one. */
  to: time,
};

export interface PeriodSearch {
  readonly period?: Period;
  readonly from?: string;
  readonly to?: string;
}

/** ISO 8601 times: `from` is inclusive, `to` exclusive. */
export interface Interval {
  readonly from: string;
  readonly to: string;
}

const HOUR_MS = 3_600_000;

/** The part of an interval before a time, in percent. */
export function percentOf({ from, to }: Interval, until: string): number {
  const start = Date.parse(from);
  return (100 * (Date.parse(until) - start)) / Math.max(1, Date.parse(to) - start);
}

/** The start of a period, as an ISO 8601 time. */
export function startOf(selected: RecentPeriod): string {
  return new Date(Date.now() - RECENT_PERIODS[selected].hours * HOUR_MS).toISOString();
}

/** The filters of a list by a period; one that ends now has no end. */
export function filterOf(selected: Period): Pick<Interval, 'from'> & Partial<Interval> {
  return isRecent(selected) ? { from: startOf(selected) } : endedDays(selected, new Date());
}

/** The same filters of a list where the start is `since`. */
export function sinceOf({ from: since, ...end }: ReturnType<typeof filterOf>) {
  return { since, ...end };
}

/** The whole days of a period that has ended. */
export function endedDays(selected: EndedPeriod, now: Date): Interval {
  const today = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()] as const;
  const [first, after] = ENDED_PERIODS[selected].days(today);
  const startOfDay = (day: UtcDay) => new Date(Date.UTC(...day)).toISOString();
  return { from: startOfDay(first), to: startOfDay(after) };
}

/** The days of an address as times; undefined unless it has both ends. */
export function daysIn({ from, to }: PeriodSearch): Interval | undefined {
  if (from === undefined || to === undefined) return undefined;
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

/** The interval that an address or the initial period of its view selects now. */
export function intervalOf(search: PeriodSearch, initial: Period): Interval {
  const to = new Date().toISOString();
  return daysIn(search) ?? { to, ...filterOf(search.period ?? initial) };
}

/** The day of a time in UTC, as an address has days. */
export function dayIn(time: Date) {
  const next = new Date(time.getTime() + 24 * HOUR_MS);
  return { from: dayOf(time), to: dayOf(next) };
}

/** The day of a time in UTC as `YYYY-MM-DD`. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

function isRecent(selected: Period): selected is RecentPeriod {
  return selected in RECENT_PERIODS;
}

function namesOf<Name extends string>(named: Readonly<Record<Name, unknown>>): readonly Name[] {
  return Object.keys(named) as Name[];
}

function labelsOf<Name extends string>(
  periods: Readonly<Record<Name, { readonly label: string }>>,
): Readonly<Record<Name, string>> {
  return Object.fromEntries(namesOf(periods).map((name) => [name, periods[name].label])) as Record<
    Name,
    string
  >;
}
