export { archiveLog, type ArchivedFile, type UnprovenLog } from './archive/archive-log.js';
export type { AuditSource } from './archive/audit-source.js';
export { restoreLog } from './archive/restore-log.js';
export { AuditLog } from './log/audit-log.js';
export { entriesPage, type EntriesPage, type EntryFilter } from './log/entries-page.js';
export { REGISTER, type AuditEntry } from './log/entry.js';
export { LogSigner, LogVerifier } from './log/log-keys.js';
export { provenEntriesOf, type Inclusion, type ProvenEntry } from './log/proven-entries.js';
export type { StoredEvents } from './log/stored-events.js';
export { PublicLog } from './log/public-log.js';
export { CreateAudit1700000000400 } from './migrations/1700000000400-create-audit.js';
export {
  checkpointsOf,
  compareCheckpoint,
  exportedHead,
  missingLogs,
  type ExportedCheckpoints,
} from './verify/exported-checkpoints.js';
export { entriesInOrderOfTime, type ExportedEntry } from './verify/export-entries.js';
export type { LogFault, LogVerdict } from './verify/verdict.js';
export { logsIn } from './verify/logs.js';
export { verifyLog } from './verify/verify-log.js';
export { verifyPart, type PartVerdict } from './verify/verify-part.js';
export { CreateWitnessed1700000000410 } from './witness/create-witnessed.js';
export { WitnessedLogs, type WitnessedLog } from './witness/witnessed-logs.js';
export { WitnessLogs } from './witness/witness-logs.js';
export { WitnessMetrics } from './witness/witness-metrics.js';
