import { EVENTS, STATEFUL_SERVICE_NAMES, type StatefulServiceName } from '@ndx/contracts';
import type { Check } from '../report.js';
import type { Arrival } from '../system/bus-log.js';
import type { System } from '../system/system.js';
import { type Settling, without } from './settling.js';

/**
 * Every event on the bus is in the inbox of each of its subscribers, without other entries (design
 * 4).
 */
export function inboxesMatchTheBus(system: System, settling: Settling): Promise<Check> {
  return settling.until(
    'each event on the bus is marked once in the inbox of every subscriber, and no other is',
    async () => {
      const events = await system.busLog.events();
      const perService = await Promise.all(
        STATEFUL_SERVICE_NAMES.map(async (service) => {
          const onBus = new Set(subscribedBy(service, events));
          const rows = await system.sql<{ id: string }>(
            service,
            'select event_id as id from inbox where consumer = $1',
            [service],
          );
          const marked = new Set(rows.map(({ id }) => id));
          return [
            ...without(`${service} has not applied`, onBus, marked),
            ...without(`${service} applied what is not on the bus:`, marked, onBus),
          ];
        }),
      );
      return perService.flat();
    },
  );
}

function subscribedBy(service: StatefulServiceName, events: readonly Arrival[]): string[] {
  const types = new Set(
    EVENTS.filter(({ subscribers }) => subscribers.includes(service)).map(({ type }) => type),
  );
  return events.flatMap(({ envelope }) => (types.has(envelope.type) ? [envelope.id] : []));
}

interface Row {
  readonly what: string;
  readonly source: StatefulServiceName;
  /** Selects each original and its state as `id`. */
  readonly originals: string;
  readonly keptBy: readonly StatefulServiceName[];
  /** Selects the same in the read model. */
  readonly rows: string;
}

const withRevision = (id: string, table: string) =>
  `select ${id} || '/' || revision as id from ${table}`;

/**
 * A furnished record whose subject has no other of the same kind, so that no later one replaced it.
 * An ended one does not count.
 */
const onlyRecords = (dataset: string) => `
select min(r.id::text) as id from furnished_record r join submission s on s.id = r.submission_id
left join record_end e on e.id = r.id
where s.dataset = '${dataset}' and e.id is null group by r.subject_id, s.furnishing_entity_id having count(*) = 1`;

const READ_MODELS: readonly Row[] = [
  {
    what: 'attestation',
    source: 'attestation',
    originals: withRevision('id', 'attestation'),
    keptBy: ['product-query', 'furnishing'],
    rows: withRevision('attestation_id', 'attestation_copy'),
  },
  {
    what: 'consent',
    source: 'consent',
    originals: withRevision('id', 'consent'),
    keptBy: ['product-query'],
    rows: withRevision('consent_id', 'consent_copy'),
  },
  {
    what: 'policy',
    source: 'policy',
    originals: withRevision('id', 'querying_policy'),
    keptBy: ['product-query'],
    rows: withRevision('policy_id', 'policy_copy'),
  },
  {
    what: 'end of the record',
    source: 'furnishing',
    originals: withRevision('id', 'record_end'),
    keptBy: ['product-query'],
    rows: withRevision('record_id', 'record_copy'),
  },
  {
    what: 'dispute',
    source: 'furnishing',
    originals: withRevision('id', 'dispute'),
    keptBy: ['product-query'],
    rows: withRevision('dispute_id', 'dispute_copy'),
  },
  {
    what: 'product record',
    source: 'furnishing',
    originals: onlyRecords('kyb_certificate'),
    keptBy: ['product-query'],
    rows: "select distinct record_id as id from statement where dataset = 'kyb_certificate'",
  },
  {
    what: 'template record',
    source: 'furnishing',
    originals: onlyRecords('total_consumer_assets'),
    keptBy: ['product-query'],
    rows: "select distinct record_id as id from statement where dataset = 'total_consumer_assets'",
  },
];

/** Queries read the newest written state (design 3). */
export function readModelsMatch(system: System, settling: Settling): Promise<Check> {
  return settling.until('every read model equals its original in the newest state', async () => {
    const perReadModel = await Promise.all(
      READ_MODELS.map(async ({ what, source, originals, keptBy, rows }) => {
        const all = await idsOf(system, source, originals);
        const missing = await Promise.all(
          keptBy.map(async (service) =>
            without(`${service} lacks ${what}`, all, await idsOf(system, service, rows)),
          ),
        );
        return missing.flat();
      }),
    );
    return perReadModel.flat();
  });
}

/** A record that was withdrawn or corrected is in no statement of product-query. */
export function noEndedRecordIsASource(system: System, settling: Settling): Promise<Check> {
  return settling.until('no query can use a record that has ended', async () => {
    const ended = await idsOf(system, 'furnishing', 'select id from record_end');
    const sources = await idsOf(
      system,
      'product-query',
      'select record_id as id from statement union select newest_record_id from statement',
    );
    return [...ended].filter((id) => sources.has(id)).map((id) => `ended record ${id} is a source`);
  });
}

export async function idsOf(
  system: System,
  service: StatefulServiceName,
  rows: string,
): Promise<ReadonlySet<string>> {
  return new Set((await system.sql<{ id: string }>(service, rows)).map(({ id }) => id));
}
