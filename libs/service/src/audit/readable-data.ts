import type { ProvenEntry } from '@ndx/audit';
import { EVENTS } from '@ndx/contracts';

/** By the type of an event, the members that governors may read. */
export const READABLE: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  EVENTS.map(({ type, readable }) => [type, readable]),
);

/**
 * The members of an entry's event that governors may read, as JSON; null without any, and for an
 * altered or erased entry.
 */
export function readableData({ type, data, isIntact }: ProvenEntry): string | null {
  const members = READABLE[type] ?? [];
  if (!isIntact || data === null || members.length === 0) return null;
  const payload = Object.entries(JSON.parse(data) as Readonly<Record<string, unknown>>);
  return JSON.stringify(Object.fromEntries(payload.filter(([name]) => members.includes(name))));
}
