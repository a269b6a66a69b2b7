import { CreateAudit1700000000400 } from './1700000000400-create-audit.js';

/** The audit log tables in every service's database. */
export const auditMigrations = [CreateAudit1700000000400];
