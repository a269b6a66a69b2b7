import { EXAMPLE_IDS, STATEFUL_SERVICE_NAMES, type StatefulServiceName } from '@ndx/contracts';
import { IsIn, IsOptional } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { PARKED_EVENT_STATUSES, SERVICE_STATUSES } from '../shapes/named-values.js';
import { Text } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { CURSOR_REFUSAL, CursorQuery, pageOf } from './page-shapes.js';

const TIME = '2026-01-15T09:30:00.000Z';
const ERROR = 'QueryFailedError: no space left on device';

class ServicePath {
  @IsIn(STATEFUL_SERVICE_NAMES)
  readonly service!: StatefulServiceName;
}

class RedriveDto {
  @IsOptional()
  @Text(200)
  readonly key?: string;
}

/** A key whose events the bus rejects; they stay in the outbox. */
const RejectedKey = wire.record('RejectedKey', {
  key: wire.text,
  event_id: wire.uuid,
  type: wire.text,
  bytes: wire.count,
  error: wire.text,
  parked_at: wire.timestamp,
});

const ServiceStatus = wire.record('ServiceStatus', {
  service: wire.oneOf(STATEFUL_SERVICE_NAMES),
  status: wire.oneOf(SERVICE_STATUSES),
  problems: wire.listOf(wire.text),
  warnings: wire.listOf(wire.text),
  consumer_lag: wire.nullable(wire.integer),
  outbox_events: wire.nullable(wire.integer),
  outbox_age_seconds: wire.nullable(wire.number),
  parked_events: wire.nullable(wire.integer),
  parked_keys: wire.nullable(wire.integer),
  rejected_keys: wire.nullable(wire.listOf(RejectedKey)),
});

const ServiceFigures = wire.record('ServiceFigures', {
  service: wire.oneOf(STATEFUL_SERVICE_NAMES),
  since: wire.timestamp,
  every_seconds: wire.count,
  samples: wire.listOf(
    wire.record('FigureSample', {
      at: wire.timestamp,
      consumer_lag: wire.nullable(wire.integer),
      outbox_events: wire.nullable(wire.integer),
      parked_events: wire.nullable(wire.integer),
    }),
  ),
});

const ParkedEvent = wire.record('ParkedEvent', {
  event_id: wire.uuid,
  type: wire.text,
  key: wire.text,
  topic: wire.text,
  status: wire.oneOf(PARKED_EVENT_STATUSES),
  error: wire.nullable(wire.text),
  attempts: wire.integer,
  parked_at: wire.timestamp,
});

const RedriveResult = wire.record('RedriveResult', {
  handled: wire.integer,
  freed_keys: wire.integer,
  failed_keys: wire.integer,
  republished_keys: wire.integer,
  is_complete: wire.flag,
});

const ONE_SERVICE = '/v1/services/{service}' as const;
const PARKED = `${ONE_SERVICE}/parked-events` as const;
const COMMON = { service: undefined, permission: 'service:read' } as const;
const UNKNOWN_SERVICE = ['not_found', 'permission_missing'] as const;

export const readServiceStatus = declareOperation({
  ...COMMON,
  id: 'readServiceStatus',
  method: 'GET',
  path: `${ONE_SERVICE}/status`,
  summary: 'Report the state of a service',
  description:
    'A figure is null when it cannot be read, for example while the database does not respond. ' +
    'A service that does not respond at all is a 500 `OPERATION_FAILED`.',
  request: { path: ServicePath },
  answer: ServiceStatus,
  refusals: UNKNOWN_SERVICE,
  words: {
    'ServicePath.service': ['The service.', 'product-query'],
    'ServiceStatus.service': ['The service.', 'product-query'],
    'ServiceStatus.status': '`unavailable`: it accepts no requests; `problems` has the reasons.',
    problems: ['The reasons why the service accepts no requests.', ['the bus does not respond']],
    warnings: [
      'Conditions that need attention while the service accepts requests.',
      ['the bus rejects events of 1 keys: see the redrive command'],
    ],
    consumer_lag: ['Events on the bus that the service has not processed yet.', 12],
    outbox_events: ['Committed events that are not yet published.', 3],
    outbox_age_seconds: [
      'Age of the oldest unpublished event in seconds, except events of rejected keys; 0 without one.',
      0.4,
    ],
    'ServiceStatus.parked_events': ['Parked events, and the events that wait behind them.', 3],
    'ServiceStatus.parked_keys': ['Keys with parked events.', 1],
    rejected_keys: 'Keys whose oldest event the bus rejects, oldest first, 100 at most.',
    'RejectedKey.key': ['The subject of the event.', EXAMPLE_IDS.business],
    'RejectedKey.event_id': ['The rejected event.', EXAMPLE_IDS.event],
    'RejectedKey.type': ['The type of the event.', 'furnishing.record-furnished.v1'],
    'RejectedKey.bytes': ['The size of its payload in bytes.', 1_200_000],
    'RejectedKey.error': ['The reason of the bus.', 'the message is too large'],
    'RejectedKey.parked_at': ['The time of the rejection.', TIME],
  },
});

export const readServiceFigures = declareOperation({
  ...COMMON,
  id: 'readServiceFigures',
  method: 'GET',
  path: `${ONE_SERVICE}/figures`,
  summary: 'Read the lag and the backlog of a service over the last hours',
  description:
    'The figures of each minute, for six hours at most, in the memory of the process that answers: ' +
    'they begin with its start (`since`), and each replica has its own.',
  request: { path: ServicePath },
  answer: ServiceFigures,
  refusals: UNKNOWN_SERVICE,
  words: {
    'ServiceFigures.service': ['The service.', 'product-query'],
    'ServiceFigures.since': ['The start of the process.', TIME],
    every_seconds: ['The time between two samples, in seconds.', 60],
    samples: 'The figures, oldest first; one is null when it could not be read.',
    'FigureSample.at': ['The time of the sample.', TIME],
    'FigureSample.parked_events': ['Parked events, and the events that wait behind them.', 3],
  },
});

class ListParkedEventsQuery extends CursorQuery {}

export const listParkedEvents = declareOperation({
  ...COMMON,
  id: 'listParkedEvents',
  method: 'GET',
  path: PARKED,
  summary: 'List the parked events of a service, oldest first',
  description:
    'An event whose handler failed is parked, and later events of its key wait behind it. ' +
    'The payloads are not listed.',
  request: { path: ServicePath, query: ListParkedEventsQuery },
  answer: pageOf('ParkedEventPage', ParkedEvent),
  refusals: [...CURSOR_REFUSAL, ...UNKNOWN_SERVICE],
  words: {
    'ParkedEvent.event_id': ['The event.', EXAMPLE_IDS.event],
    'ParkedEvent.type': ['The type of the event.', 'furnishing.record-furnished.v1'],
    'ParkedEvent.key': [
      'The subject of the event, such as one business or one consent. Events of a key are applied in order.',
      EXAMPLE_IDS.business,
    ],
    topic: ['The topic of the event.', 'furnishing.events'],
    'ParkedEvent.status':
      '`failed`: its handler failed. `waiting`: an earlier event of its key is parked.',
    'ParkedEvent.error': ['The last error of its handler; null while it waits.', ERROR],
    'ParkedEvent.attempts': ['How often its handler was run.', 4],
    'ParkedEvent.parked_at': ['The time at which it was parked.', TIME],
  },
});

export const redriveParkedEvents = declareOperation({
  ...COMMON,
  permission: 'service:redrive',
  id: 'redriveParkedEvents',
  method: 'POST',
  path: `${PARKED}/redrive`,
  summary: 'Redrive the parked events of one key, or of all keys',
  description:
    'Applies the parked events of each key in order; an event that was applied before has no second ' +
    'effect. A key whose event fails again stays parked. Events that the bus rejected are published ' +
    'again. It stops after five seconds: send the request again while `is_complete` is false.',
  request: { path: ServicePath, body: RedriveDto },
  // The example key of the words is not parked, so a request with it is a 404.
  example: {},
  answer: RedriveResult,
  refusals: UNKNOWN_SERVICE,
  words: {
    'Redrive.key': [
      'Redrives the events of this key alone; otherwise of every key.',
      EXAMPLE_IDS.business,
    ],
    handled: ['Events that were applied.', 3],
    freed_keys: ['Keys that are no longer parked.', 1],
    failed_keys: ['Keys that stay parked, because an event failed again.', 0],
    republished_keys: ['Keys whose rejected events are published again.', 0],
  },
});

/** Every service has these operations; the gateway selects the service by the path. */
export const SERVICE_OPERATIONS = [
  readServiceStatus,
  readServiceFigures,
  listParkedEvents,
  redriveParkedEvents,
];
