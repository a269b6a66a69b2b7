export { createBus, type BusOptions } from './bus/create-bus.js';
export type * from './bus/port.js';
export { toEnvelope, type EnvelopeRow } from './bus/envelope-row.js';
export { DeadLetters, type DeadLetter, type Redriven } from './dead-letters/dead-letters.js';
export type {
  EventContext,
  EventHandler,
  EventHandlers,
  EventsContext,
} from './inbox/event-handler.js';
export type { ExpiringRows } from './expiring-rows.js';
export { expiringMarks } from './inbox/expiring-marks.js';
export { EventProcessor, type EventProcessorOptions } from './inbox/event-processor.js';
export { claim, unclaim } from './inbox/inbox.js';
export type { Processed } from './inbox/processed.js';
export type { RetryPolicy } from './inbox/retry-policy.js';
export type { ReadModelRow } from './inbox/read-model-row.js';
export type { MessagingLogger } from './logger.js';
export { measureGauge, MessagingMetrics } from './metrics.js';
export { readMessagingFigures, type MessagingFigures } from './messaging-figures.js';
export { CreateMessaging1700000000000 } from './migrations/1700000000000-create-messaging.js';
export { BusServer, type BusServerOptions } from './nest/bus-server.js';
export { Ctx, OnEvent, OnEvents, Payload } from './nest/on-event.js';
export {
  OUTBOX_COLUMNS,
  OUTBOX_ROW,
  outboxValues,
  outgoingEvent,
  type OutboxEvent,
  type PublishContext,
} from './outbox/outbox-row.js';
export { LostCommitsError } from './outbox/lost-commits-error.js';
export type { EventSequence, PendingEvent } from './outbox/pending-events.js';
export type { PublishedLog } from './outbox/published-log.js';
export { ParkedOutbox, type ParkedOutboxKey } from './outbox/parked-outbox.js';
export { OutboxRelay, type OutboxRelayOptions } from './outbox/outbox-relay.js';
export {
  Transactions,
  type Committed,
  type DirectDelivery,
  type DirectEvents,
  type HeldWork,
  type TransactionsOptions,
} from './outbox/transactions.js';
export type { Transaction } from './outbox/transaction.js';
