import type { AuditLogEntry } from '@ndx/client';
import type { ServiceName } from '../operation/services.js';

export interface LoggedEntry extends AuditLogEntry {
  readonly service: ServiceName;
}
