import {
  QueryExecuted,
  RecordFurnished,
  RecordSubstituted,
  type EventDeclaration,
} from '@ndx/contracts';
import type { Check } from '../report.js';
import type { Arrival } from '../system/bus-log.js';
import type { System } from '../system/system.js';
import { idsOf } from './one-effect.js';
import { type Settling, repeated, without } from './settling.js';

/** Facts that are published once each, with their rows. */
const FACTS: readonly {
  readonly service: 'furnishing' | 'product-query';
  readonly rows: string;
  /** Rows that the event may name more than once, and need not. */
  readonly otherRows?: string;
  readonly event: EventDeclaration;
  readonly member: string;
}[] = [
  {
    service: 'furnishing',
    rows: 'select id from furnished_record where corrects is null',
    event: RecordFurnished,
    member: 'record_id',
  },
  {
    service: 'furnishing',
    rows: 'select id from furnished_record where corrects is not null',
    // Earlier records that count in place of a withdrawn one.
    otherRows: 'select id from furnished_record where corrects is null',
    event: RecordSubstituted,
    member: 'record_id',
  },
  {
    service: 'product-query',
    rows: 'select query_event_id as id from query_event',
    event: QueryExecuted,
    member: 'query_event_id',
  },
];

/** Every committed fact is published exactly once, without other events (design 4). */
export function everyFactIsPublished(system: System, settling: Settling): Promise<Check> {
  return settling.until(
    'each committed record and query has exactly one event on the bus, and no event is without one',
    async () => {
      const events = await system.busLog.events();
      const perFact = await Promise.all(
        FACTS.map(async ({ service, rows, otherRows, event, member }) => {
          const committed = await idsOf(system, service, rows);
          const others = new Set(otherRows && (await idsOf(system, service, otherRows)));
          const published = membersOf(events, event.type, member).filter((id) => !others.has(id));
          return [
            ...without(`${event.type} is missing for`, committed, new Set(published)),
            ...without(`${event.type} has no committed row:`, published, committed),
            ...repeated(`${event.type} for`, published),
          ];
        }),
      );
      return perFact.flat();
    },
  );
}

function membersOf(events: readonly Arrival[], type: string, member: string): string[] {
  return events
    .filter(({ envelope }) => envelope.type === type)
    .map(({ envelope }) => {
      const payload = JSON.parse(envelope.data) as Readonly<Record<string, unknown>>;
      return String(payload[member]);
    });
}
