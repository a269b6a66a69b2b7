import { STATEFUL_SERVICE_NAMES, type StatefulServiceName } from '@ndx/contracts';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { PARKED_EVENT_STATUSES, SERVICE_STATUSES } from '../shapes/named-values.js';
import * as wire from '../shapes/wire.js';
import { CURSOR_REFUSAL, CursorQuery, pageOf } from './page-shapes.js';

class ServicePath {
  @IsIn(STATEFUL_SERVICE_NAMES)
  readonly service!: StatefulServiceName;
}

class RedriveDto {
  @IsOptional()
  @IsString()
  @MaxLength(200)
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
const UNKNOWN_SERVICE = { RESOURCE_NOT_FOUND: 'there is no such service' };

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
});

export const listParkedEvents = declareOperation({
  ...COMMON,
  id: 'listParkedEvents',
  method: 'GET',
  path: PARKED,
  summary: 'List the parked events of a service, oldest first',
  description:
    'An event whose handler failed is parked, and later events of its key wait behind it. ' +
    'The payloads are not listed.',
  request: { path: ServicePath, query: CursorQuery },
  answer: pageOf('ParkedEventPage', ParkedEvent),
  refusals: { ...CURSOR_REFUSAL, ...UNKNOWN_SERVICE },
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
  refusals: { RESOURCE_NOT_FOUND: 'no event of this key is parked, or there is no such service' },
});

/** Every service has these operations; the gateway selects the service by the path. */
export const SERVICE_OPERATIONS = [readServiceStatus, listParkedEvents, redriveParkedEvents];
