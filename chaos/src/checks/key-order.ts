import { RecordFurnished, type StatefulServiceName } from '@ndx/contracts';
import type { Check } from '../report.js';
import type { Arrival } from '../system/bus-log.js';
import { comesByBusAlone, CONSUMERS } from '../system/figures.js';
import type { System } from '../system/system.js';

/** Commit time of the transaction that wrote a row, in microseconds since the epoch. */
const COMMITTED_AT = '(extract(epoch from pg_xact_commit_timestamp(xmin)) * 1000000)::float8 as at';

/** The time of the event's change; undefined if unknown. */
type TimeOf = (event: Arrival) => number | undefined;

/**
 * Records of one subject are furnished concurrently, so that only the outbox orders their events.
 * Needs a Postgres that tracks commit times.
 */
export async function busOrderIsCommitOrder(system: System): Promise<Check> {
  const committedAt = await timesOf(
    system,
    'furnishing',
    `select id, ${COMMITTED_AT} from furnished_record`,
  );
  const events = (await system.busLog.events()).filter(
    ({ envelope }) => envelope.type === RecordFurnished.type,
  );
  return {
    promise: 'within a key the events on the bus are in the order of their commits',
    broken: outOfOrder(events, ({ envelope }) =>
      committedAt.get(RecordFurnished.parse(JSON.parse(envelope.data)).record_id),
    ),
  };
}

/**
 * For any replica that applies them. Directly delivered events may arrive in another order, and
 * find a row with a later revision.
 */
export async function appliedInBusOrder(system: System): Promise<Check> {
  const events = await system.busLog.events();
  const perService = await Promise.all(
    CONSUMERS.map(async (service) => {
      const appliedAt = await timesOf(
        system,
        service,
        `select event_id as id, ${COMMITTED_AT} from inbox where consumer = '${service}'`,
      );
      const byBus = events.filter(({ envelope }) => comesByBusAlone(envelope.type, service));
      return outOfOrder(byBus, ({ envelope }) => appliedAt.get(envelope.id)).map(
        (story) => `${service}: ${story}`,
      );
    }),
  );
  return {
    promise: 'every subscriber applies the events of a key in the order of the bus',
    broken: perService.flat(),
  };
}

/** Number of keys with several events; only their order is meaningful. */
export async function keysWithSeveral(system: System): Promise<number> {
  const counts = new Map<string, number>();
  for (const { envelope } of await system.busLog.events()) {
    const place = `${envelope.source} ${envelope.subject}`;
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return [...counts.values()].filter((count) => count > 1).length;
}

/** Events whose predecessor in their key happened later. */
export function outOfOrder(events: readonly Arrival[], timeOf: TimeOf): string[] {
  const latest = new Map<string, { readonly id: string; readonly at: number }>();
  const broken: string[] = [];
  for (const event of events) {
    const { id, source, subject } = event.envelope;
    const at = timeOf(event);
    if (at === undefined) continue;
    const place = `${source} ${subject}`;
    const before = latest.get(place);
    if (before && at < before.at) broken.push(`${place}: ${id} comes after ${before.id}`);
    else latest.set(place, { id, at });
  }
  return broken;
}

async function timesOf(
  system: System,
  service: StatefulServiceName,
  rows: string,
): Promise<ReadonlyMap<string, number>> {
  const found = await system.sql<{ id: string; at: number }>(service, rows);
  return new Map(found.map(({ id, at }) => [id, at]));
}
