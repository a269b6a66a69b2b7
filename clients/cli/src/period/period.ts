import { CliError } from '../cli-error.js';

/** A half-open interval, in ISO 8601 and UTC. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

const MONTH = /^\d{4}-\d\d$/;
const TIME = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/;

const DAY_MS = 86_400_000;

/** The days of a simulation unless it names a period. */
export const DEFAULT_DAYS = 30;

/** The period of the last days until now. */
export function lastDays(): Pick<Period, 'from'> {
  return { from: new Date(Date.now() - DEFAULT_DAYS * DAY_MS).toISOString() };
}

/** @throws CliError when it is neither a month nor an interval, or ends before it starts */
export function parsePeriod(text: string): Period {
  const [from, to] = (MONTH.test(text) ? monthOf(text) : text.split('/')).map(instantOf);
  const isInterval = MONTH.test(text) || text.split('/').length === 2;
  if (!isInterval || from === undefined || to === undefined) {
    throw new CliError('usage', `${text} is not a period`, {
      hint: 'Give a month such as 2026-03, or two times such as 2026-03-01/2026-04-01, in UTC without an offset.',
    });
  }
  if (to <= from) {
    throw new CliError('usage', `the period ${text} ends before it starts`, {
      hint: 'The first time is included, the second one is not.',
    });
  }
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

/** The first days of the month and of the next one. */
function monthOf(text: string): readonly string[] {
  const [year = 0, month = 0] = text.split('-').map(Number);
  const next = new Date(Date.UTC(year, month, 1));
  return [`${text}-01`, next.toISOString().slice(0, 10)];
}

/** Milliseconds since the epoch; undefined for anything but a time. */
function instantOf(text: string): number | undefined {
  const [, day] = TIME.exec(text) ?? [];
  const [start, instant] = [Date.parse(day ?? ''), Date.parse(text)];
  if (Number.isNaN(start) || Number.isNaN(instant)) return undefined;
  // `Date` reads 30 February as a day of March.
  return new Date(start).toISOString().startsWith(day ?? '') ? instant : undefined;
}
