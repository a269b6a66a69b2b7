export { ReplicationMetrics } from './metrics.js';
export { comparedCopies, CopyComparison, type SubscribersCopies } from './owner/comparison.js';
export { CopyReconciliation } from './owner/reconciliation.js';
export { DeliveryPastCopies, type DeliveryClient } from './owner/deliver-until-applied.js';
export { eventSequence } from './owner/event-sequence.js';
export type { HeadPage } from './owner/head-pages.js';
export type { OwnedAggregate } from './owner/owned-aggregate.js';
export { PeriodicComparison } from './owner/periodic-comparison.js';
export { RequestedComparison, type SubscribersIncarnation } from './owner/requested-comparison.js';
export { CopyConfirmation, partsOfCopies, type ReadFrom } from './subscriber/confirmation.js';
export {
  copyTable,
  isDirectlyNext,
  isNext,
  newestCopy,
  predecessorsOf,
  type CopyTable,
} from './subscriber/read-model.js';
export { BUS, DatabaseIncarnation, INCARNATION } from './subscriber/database-incarnation.js';
export { DirectInbox } from './subscriber/direct-inbox.js';
export { KeptCopies, type ComparedCopies, type CopyPlace } from './subscriber/read-models.js';
export type { StandingCopy } from '@ndx/messaging';
