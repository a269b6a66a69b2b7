export { ReplicationMetrics } from './metrics.js';
export { CreateReplication1700000000050 } from './migrations/1700000000050-create-replication.js';
export {
  comparedReadModels,
  ReadModelComparison,
  type SubscriberReadModels,
} from './owner/comparison.js';
export { Reconciliation } from './owner/reconciliation.js';
export { DeliveryUntilApplied, type DeliveryClient } from './owner/deliver-until-applied.js';
export { eventSequence } from './owner/event-sequence.js';
export type { HeadPage } from './owner/head-pages.js';
export type { OwnedAggregate } from './owner/owned-aggregate.js';
export { ownedRow, revisionAfter } from './owner/owned-row.js';
export { PeriodicComparison } from './owner/periodic-comparison.js';
export { RequestedComparison, type SubscribersIncarnation } from './owner/requested-comparison.js';
export { ReadModelConfirmation, readModelParts, type ReadFrom } from './subscriber/confirmation.js';
export {
  readModel,
  isDirectlyNext,
  isNext,
  keepNewest,
  predecessorsOf,
  type ReadModel,
} from './subscriber/read-model.js';
export { BUS, DatabaseIncarnation, INCARNATION } from './subscriber/database-incarnation.js';
export { DirectInbox } from './subscriber/direct-inbox.js';
export { ReadModels, type ComparedRows, type RowVersion } from './subscriber/read-models.js';
export type { ReadModelRow } from '@ndx/messaging';
