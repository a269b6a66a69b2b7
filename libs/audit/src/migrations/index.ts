import { CreateAudit1700000000400 } from './1700000000400-create-audit.js';

/** What every service's database holds for its audit log. */
export const auditMigrations = [CreateAudit1700000000400];
