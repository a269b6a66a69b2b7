export { createBus, type BusOptions } from './bus/create-bus.js';
export type * from './bus/port.js';
export * from './copies/aggregate-heads.js';
export {
  copyTable,
  isDirectlyNext,
  isNext,
  newestCopy,
  predecessorsOf,
  type CopyTable,
} from './copies/copy-table.js';
export type { Reconciled } from './copies/copy-reconciliation.js';
export { LostCommitsError } from './copies/deliver-past-copies.js';
export {
  comparedCopies,
  CopyComparison,
  type ComparedRound,
  type SubscribersCopies,
} from './copies/copy-comparison.js';
export type { Compared } from './copies/copy-differences.js';
export { toEnvelope, type EnvelopeRow } from './bus/envelope-row.js';
export { KeptCopies, type ComparedCopies, type CopyPlace } from './copies/kept-copies.js';
export type { HeadPage } from './copies/head-pages.js';
export { PeriodicComparison } from './copies/periodic-comparison.js';
export type { OwnedAggregate } from './copies/owned-aggregate.js';
export type { StandingCopy } from './copies/standing-copy.js';
export { DeadLetters, type DeadLetter, type Redriven } from './dead-letters/dead-letters.js';
export type {
  EventContext,
  EventHandler,
  EventHandlers,
  EventsContext,
} from './inbox/event-handler.js';
export { CopyConfirmation, partsOfCopies, type ReadFrom } from './incarnation/copy-confirmation.js';
export {
  RequestedComparison,
  type SubscribersIncarnation,
} from './incarnation/requested-comparison.js';
export { BUS, DatabaseIncarnation, INCARNATION } from './incarnation/database-incarnation.js';
export type { ExpiringRows } from './expiring-rows.js';
export { expiringMarks } from './inbox/expiring-marks.js';
export { EventProcessor, type EventProcessorOptions } from './inbox/event-processor.js';
export type { RetryPolicy } from './inbox/retry-policy.js';
export type { MessagingLogger } from './logger.js';
export { measureGauge, MessagingMetrics } from './metrics.js';
export { readMessagingFigures, type MessagingFigures } from './messaging-figures.js';
export { messagingMigrations } from './migrations/index.js';
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
export type { PublishedLog } from './outbox/published-log.js';
export { ParkedOutbox, type ParkedOutboxKey } from './outbox/parked-outbox.js';
export { OutboxRelay, type OutboxRelayOptions } from './outbox/outbox-relay.js';
export {
  Transactions,
  type DirectDelivery,
  type DirectEvents,
  type HeldWork,
  type TransactionsOptions,
} from './outbox/transactions.js';
export type { Transaction } from './outbox/transaction.js';
