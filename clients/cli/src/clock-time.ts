import { CliError } from './cli-error.js';

const SECONDS = { d: 86_400, h: 3_600, m: 60, s: 1 } as const;
const DURATION = /^\+(\d{1,9})([dhms])$/;
const DATE_TIME = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/;

/**
 * Whole seconds, rounded up, by which a clock moves forward to a time.
 * @param time an ISO date or date-time with an offset, or a duration such as `+30d`
 * @param now the time of the clock
 * @throws CliError when it is neither, or not after the time of the clock
 */
export function advanceTo(time: string, now: Date): number {
  const seconds = Math.ceil(durationOf(time) ?? (instantOf(time) - now.getTime()) / 1_000);
  if (seconds > 0) return seconds;
  throw new CliError(
    'invalid',
    `${time} is not after the time of the clock, ${now.toISOString()}`,
    {
      hint: 'The clock only moves forward. To return to the real time: ndx sandbox clock reset',
    },
  );
}

/** The instant of a command line. @throws CliError for another text */
export function timeOf(time: string): Date {
  return new Date(instantOf(time));
}

function durationOf(time: string): number | undefined {
  const [, amount, unit] = DURATION.exec(time) ?? [];
  if (unit === undefined) return undefined;
  return Number(amount) * SECONDS[unit as keyof typeof SECONDS];
}

function instantOf(time: string): number {
  const instant = DATE_TIME.test(time) ? Date.parse(time) : NaN;
  if (!Number.isNaN(instant)) return instant;
  throw new CliError('usage', `${time} is not a time`, {
    hint: 'Give a time such as 2027-11-01T00:00:00Z; a clock also moves by +30d, +12h, +90m or +45s.',
  });
}
