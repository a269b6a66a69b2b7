import type { MessagingLogger } from '../../logger.js';

export interface EmbeddedBusOptions {
  /** A database of the bus's own, shared by all processes. */
  readonly databaseUrl: string;
  readonly logger: MessagingLogger;
  /** Of a topic that is created. */
  readonly partitions?: number;
  /** How often an idle subscription looks, in milliseconds. */
  readonly pollMs?: number;
  /** How long a member that was killed keeps its partitions, in milliseconds. */
  readonly leaseMs?: number;
  /** How long silence, and a handler, may last before a subscription says so, in milliseconds. */
  readonly stallTimeoutMs?: number;
}
