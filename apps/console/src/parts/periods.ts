import { oneOf } from './search.js';

export const PERIODS = {
  '1h': { label: 'Last hour', hours: 1 },
  '24h': { label: 'Last 24 hours', hours: 24 },
  '7d': { label: 'Last 7 days', hours: 7 * 24 },
  '30d': { label: 'Last 30 days', hours: 30 * 24 },
} as const;

export type Period = keyof typeof PERIODS;

/** The period of a list in an address. */
export const period = oneOf(Object.keys(PERIODS) as readonly Period[]);

const HOUR_MS = 3_600_000;

/** The start of a period that ends now, as an ISO 8601 time. */
export function startOf(selected: Period): string {
  return new Date(Date.now() - PERIODS[selected].hours * HOUR_MS).toISOString();
}
