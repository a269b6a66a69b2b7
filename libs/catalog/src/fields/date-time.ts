const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-](0\d|1[0-4]):[0-5]\d)?$/i;
const OFFSET = /(Z|[+-]\d{2}:\d{2})$/i;

/** Whether the text is `YYYY-MM-DD` of an existing day, from year 1. */
export function isDate(text: string): boolean {
  const [, year, month, day] = DATE.exec(text) ?? [];
  if (year === undefined || year === '0000') return false;
  const date = new Date(`${text}T00:00:00Z`);
  // The engine rolls some impossible days over into the next month, so compare the result.
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}

/**
 * Whether the text is an ISO 8601 date and time of an existing day. Seconds are optional, and so is
 * the offset (default UTC). A date alone is not a date-time.
 */
export function isDateTime(text: string): boolean {
  const [, date] = DATE_TIME.exec(text) ?? [];
  // An offset can move the first and last hours of the calendar out of the years of four digits.
  return date !== undefined && isDate(date) && /^(?!0000)\d{4}-/.test(utcOf(text));
}

/** Whether the text is an ISO 8601 date and time with its offset, and so one instant. */
export function isInstant(text: string): boolean {
  return isDateTime(text) && OFFSET.test(text);
}

export const INSTANT_RULE =
  'must be an ISO 8601 date-time with its zone, such as 2026-01-15T09:30:00Z';

/**
 * The instant of a valid date-time as ISO 8601 in UTC with milliseconds.
 * @throws RangeError when the text is not a date-time
 */
export function utcOf(dateTime: string): string {
  const zoned = OFFSET.test(dateTime) ? dateTime : `${dateTime}Z`;
  return new Date(zoned.toUpperCase()).toISOString();
}

/**
 * A valid date-time with seconds and an offset, as in responses (RFC 3339): missing parts are
 * added, others unchanged.
 */
export function completeDateTime(dateTime: string): string {
  const [, minutes = dateTime, seconds = ':00', offset = 'Z'] =
    /^(.{16})(:\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?$/i.exec(dateTime) ?? [];
  return minutes + seconds + offset;
}

/** The zone that is furthest ahead, where a day starts first. */
const FURTHEST_ZONE_MS = 14 * 3_600_000;

/** No living person was born earlier. */
const FIRST_BIRTH_DATE = '1900-01-01';
/** The oldest companies of limited liability were formed in the 17th century. */
const FIRST_FORMATION_DATE = '1600-01-01';

export const BIRTH_DATE_RULE =
  'must be an ISO 8601 date-time or date from 1900 that is not in the future';
export const FORMATION_DATE_RULE = 'must be a date (YYYY-MM-DD) from 1600';

/** Whether the text is a date or a date-time from 1900 whose day has started somewhere. */
export function isBirthDate(text: string): boolean {
  if (!isDate(text) && !isDateTime(text)) return false;
  const day = dayOf(text);
  const today = dayOf(new Date(Date.now() + FURTHEST_ZONE_MS).toISOString());
  return day >= FIRST_BIRTH_DATE && day <= today;
}

/** Whether the text is a date from 1600. */
export function isFormationDate(text: string): boolean {
  return isDate(text) && text >= FIRST_FORMATION_DATE;
}

/** The calendar day of a date or date-time as written; no time zone shifts a date of birth. */
export function dayOf(text: string): string {
  return text.slice(0, 10);
}
