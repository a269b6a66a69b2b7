export { AuditLog } from './chain/audit-log.js';
export { AuditSeal } from './chain/audit-seal.js';
export { auditEntriesOf, type AuditReference } from './chain/entries-of-subject.js';
export { REGISTER_CHAIN, type AuditEntry } from './chain/entry.js';
export { auditMigrations } from './migrations/index.js';
export { entriesInOrderOfTime, type ExportedEntry } from './verify/export-entries.js';
export { compareHeads, headsOf, missingChains, type ExportedHeads } from './verify/heads.js';
export type { ChainFault, ChainVerdict } from './verify/verdict.js';
export { verifyLog } from './verify/verify-log.js';
