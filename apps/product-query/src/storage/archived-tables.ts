import type { ArchivedTable } from './archived-table.js';
import { EVENT_COLUMNS } from './stored-event.js';

/** Decision 0100. `body_sha256` of a line is the `certificate_sha256` of the query's evidence. */
export const CERTIFICATES: ArchivedTable<'body'> = {
  plural: 'certificates',
  table: 'certificate',
  id: 'certificate_id',
  time: 'issued_at',
  position: ['certificate_id'],
  // Ids are ordered by time. Uses the primary key.
  isNext: `certificate_id > coalesce($2::uuid,
    (select last_certificate_id from certificate_archive order by part desc limit 1),
    '00000000-0000-0000-0000-000000000000')`,
  columns: [
    'certificate_id',
    'query_event_id',
    'entity_id',
    'network_ids',
    'policy_id',
    'policy_version',
    'consent_id',
    'record_ids',
    'issued_at',
  ],
  texts: ['body'],
  parts: 'certificate_archive',
  folder: 'certificates',
  unreadable: 'the certificate is archived, and its archive cannot be read',
};

/** Decision 0100. */
export const QUERY_EVENTS: ArchivedTable<'payload' | 'decision'> = {
  plural: 'query_events',
  table: 'query_event',
  id: 'query_event_id',
  time: 'occurred_at',
  position: ['occurred_at', 'query_event_id'],
  // The ids of keyed queries are hashes, so a run begins with the oldest row: it finds rows that an
  // earlier run passed. Uses the index query_event_by_time.
  isNext: `($2::uuid is null or (occurred_at, query_event_id) >
    (select occurred_at, query_event_id from query_event where query_event_id = $2))`,
  columns: [...EVENT_COLUMNS.split(', '), 'occurred_at'],
  texts: ['payload', 'decision'],
  parts: 'query_event_archive',
  folder: 'query-events',
  unreadable: 'query events are archived, and their archive cannot be read',
};

export const ARCHIVED_TABLES: readonly ArchivedTable[] = [CERTIFICATES, QUERY_EVENTS];
