import { InvalidArgumentError } from '@commander-js/extra-typings';

/** A time range, ISO 8601, with an inclusive start and an exclusive end. */
export interface Window {
  readonly from: string;
  readonly to: string;
}

/** The month `2026-11` in UTC. @throws InvalidArgumentError */
export function monthOf(text: string): Window & { readonly month: string } {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text))
    throw new InvalidArgumentError('It must be a month such as 2026-11.');
  const from = new Date(`${text}-01T00:00:00.000Z`);
  const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1));
  return { month: text, from: from.toISOString(), to: to.toISOString() };
}

/** @throws InvalidArgumentError */
export function timeOf(text: string): string {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new InvalidArgumentError('It must be an ISO 8601 time.');
  return time.toISOString();
}
