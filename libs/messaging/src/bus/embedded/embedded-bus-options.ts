import type { MessagingLogger } from '../../logger.js';

export interface EmbeddedBusOptions {
  /** A separate database for the bus, shared by all processes. */
  readonly databaseUrl: string;
  readonly logger: MessagingLogger;
  /** Partitions of a new topic. */
  readonly partitions?: number;
  /** Retention of topics in hours, by name; 0 or absent: for good. */
  readonly keepHours?: ReadonlyMap<string, number>;
  /** Maximum polling interval of an idle subscription, in milliseconds. */
  readonly pollMs?: number;
  /** Time until the partitions of a killed member are reassigned, in milliseconds. */
  readonly leaseMs?: number;
  /**
   * Time without a heartbeat, or of one handler call, after which a subscription is unhealthy, in
   * milliseconds.
   */
  readonly stallTimeoutMs?: number;
}
