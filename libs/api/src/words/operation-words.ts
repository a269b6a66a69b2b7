import { EXAMPLE_IDS } from '@ndx/contracts';
import type { WordTable } from './words.js';

const TIME = '2026-01-15T09:30:00.000Z';
const ERROR = 'QueryFailedError: no space left on device';

/** The state of services and their parked events, for the operator of the system. */
export const operationWords: WordTable = {
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
  'Redrive.key': [
    'Redrives the events of this key alone; otherwise of every key.',
    EXAMPLE_IDS.business,
  ],
  handled: ['Events that were applied.', 3],
  freed_keys: ['Keys that are no longer parked.', 1],
  failed_keys: ['Keys that stay parked, because an event failed again.', 0],
  republished_keys: ['Keys whose rejected events are published again.', 0],
  is_complete: ['Whether every parked key was attempted.', true],
};
