import { CreateAudit1700000000400 } from './1700000000400-create-audit.js';
import { ArchiveAudit1700002200400 } from './1700002200400-archive-audit.js';

/** The audit log tables in every service's database. */
export const auditMigrations = [CreateAudit1700000000400, ArchiveAudit1700002200400];
