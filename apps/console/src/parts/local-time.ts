const MINUTE_MS = 60_000;

/** An ISO 8601 time as the value of an input of a local time, to the second; empty for none. */
export function localOf(time: string | null | undefined): string {
  if (time === null || time === undefined) return '';
  const date = new Date(time);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * MINUTE_MS);
  return local.toISOString().slice(0, 19);
}

/** The value of an input of a local time as an ISO 8601 time in UTC. */
export function instantOf(input: string): string {
  return new Date(input).toISOString();
}
