import type { ServiceName } from '@ndx/contracts';
import type { Registry } from 'prom-client';
import type { ConfigOf } from '@ndx/config';
import type { Logger } from '../logging/logger.js';
import type { TRACING_VARIABLES } from './tracing-variables.js';

export type TracingConfig = ConfigOf<typeof TRACING_VARIABLES> & { readonly ENVIRONMENT: string };

/** The process that owns the spans, and the logger and metrics of their export. */
export interface TracedProcess {
  readonly name: ServiceName;
  readonly config: TracingConfig;
  readonly logger: Logger;
  readonly registry?: Registry;
  /** Whether the process is public; callers then do not decide what is recorded. */
  readonly servesStrangers?: boolean;
}

export interface Tracing {
  /**
   * Exports the remaining spans, for a few seconds at most, and stops tracing.
   * @param graceMs shutdown time of the process in milliseconds, of which a small part is used
   */
  close(graceMs?: number): Promise<void>;
}
