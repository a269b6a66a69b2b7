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
  /** Whether anyone may send it requests; they do not say then what is recorded. */
  readonly servesStrangers?: boolean;
}

export interface Tracing {
  /**
   * Sends what is not sent yet, for a few seconds at most, and traces nothing from then on.
   * @param graceMs time that the process has to stop, in milliseconds: a small part of it is taken
   */
  close(graceMs?: number): Promise<void>;
}
