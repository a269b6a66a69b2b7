/** Whether the month or the day comes first; a value that begins with the year needs no order. */
export const DATE_ORDERS = ['MDY', 'DMY'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
/** A day whose order its value alone may not show. */
export const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/;

/** The start of a day in UTC, as the interface types it; undefined for a text that is no day. */
export function startOfDay(text: string, order: DateOrder | undefined): string | undefined {
  const [, year = '', , month = '', day = ''] = YEAR_FIRST.exec(text.trim()) ?? [];
  if (year !== '') return timeOf(year, month, day);
  const [, first = '', , second = '', last = ''] = YEAR_LAST.exec(text.trim()) ?? [];
  if (last === '' || order === undefined) return undefined;
  return order === 'MDY' ? timeOf(last, first, second) : timeOf(last, second, first);
}

/** Undefined for a day that no month has. */
function timeOf(year: string, month: string, day: string): string | undefined {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = new Date(`${date}T00:00:00Z`);
  const exists = !Number.isNaN(time.getTime()) && time.toISOString().startsWith(date);
  return exists ? `${date}T00:00:00Z` : undefined;
}
