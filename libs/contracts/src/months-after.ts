/** The same day and time so many months later; the last day of the month where there is no such day. */
export function monthsAfter(date: Date, months: number): Date {
  const later = new Date(date);
  later.setUTCMonth(later.getUTCMonth() + months);
  if (later.getUTCDate() !== date.getUTCDate()) later.setUTCDate(0);
  return later;
}
