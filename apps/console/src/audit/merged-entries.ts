import type { AuditLogEntry } from '@ndx/client';
import type { LoadedItems } from '../app/reads.js';
import type { Part } from '../app/read-part.js';
import type { ServiceName } from '../operation/services.js';

export interface LoggedEntry extends AuditLogEntry {
  readonly service: ServiceName;
}

/** A part of the log of a service. */
export interface LogPart extends Part<AuditLogEntry> {
  readonly service: ServiceName;
}

/** The entries of one log in its order; of several by time, the newest first. */
export function mergedEntries(loaded: readonly (readonly LogPart[])[]): LoadedItems<LoggedEntry> {
  const entries = loaded
    .flat()
    .flatMap(({ service, items }) => items.map((entry) => ({ ...entry, service })));
  const isLastEmpty = loaded.at(-1)?.every(({ items }) => items.length === 0) ?? true;
  if (loaded[0]?.length === 1) return { items: entries, isLastEmpty };
  const horizon = horizonOf(entries, loaded.at(-1) ?? []);
  const items = entries
    .filter(({ occurred_at: at }) => at >= horizon)
    .sort((a, b) => (a.occurred_at < b.occurred_at ? 1 : -1));
  return { items, isLastEmpty };
}

/** The time before which entries of a log that has more of them can be missing. */
function horizonOf(entries: readonly LoggedEntry[], last: readonly LogPart[]): string {
  const open = last.flatMap(({ service, next }) => (next === undefined ? [] : service));
  const oldest = open.flatMap((log) => entries.findLast(({ service }) => service === log) ?? []);
  return oldest.reduce((latest, { occurred_at: at }) => (at > latest ? at : latest), '');
}
