import { pino, type DestinationStream, type Level } from 'pino';
import type { LogFields } from '../context/log-fields.js';
import type { Rejection } from '../context/request-context.js';
import { standardOutput } from './standard-output.js';

/** The access log line of a request. It contains no text from the caller, except in `found`. */
export interface AccessLine extends LogFields {
  /** The id of the operation in the OpenAPI document; undefined for a route that is none. */
  readonly operation: string | undefined;
  readonly method: string;
  /** The route's pattern, never the address. */
  readonly route: string;
  readonly status: number;
  /** The error code of the response, where this process made it. */
  readonly error_code: Rejection['code'];
  /** The reason in the response, or why authentication rejected the request. */
  readonly reason: Rejection['reason'] | undefined;
  readonly found: Rejection['found'];
  readonly duration_ms: number;
}

/**
 * Lines are buffered up to this many bytes or this long, so that one write serves many requests.
 */
const GATHERED_BYTES = 8_192;
const GATHERED_MS = 1_000;

/**
 * Writes one line per request to standard output, after the lines of its processing. Buffered, and
 * without a search for secrets, because no field can contain one.
 */
export class AccessLog {
  private readonly logger: pino.Logger;
  private readonly timer: NodeJS.Timeout | undefined;
  private readonly flush: () => void = () => undefined;

  /** Requests that fail are warnings, the others info. */
  constructor(service: string, level: string, destination?: DestinationStream) {
    const options = { level, base: { service } };
    if (destination) {
      this.logger = pino(options, destination);
      return;
    }
    const output = standardOutput();
    this.logger = pino(options, {
      write(line: string) {
        output.add(line);
        if (output.waiting >= GATHERED_BYTES) output.flush();
      },
    });
    this.flush = () => {
      output.flush();
    };
    this.timer = setInterval(this.flush, GATHERED_MS).unref();
  }

  /** Whether requests with this status are logged. */
  isLogged(status: number): boolean {
    return this.logger.isLevelEnabled(this.levelOf(status));
  }

  write(line: AccessLine): void {
    this.logger[this.levelOf(line.status)](line, 'request');
  }

  close(): void {
    clearInterval(this.timer);
    this.flush();
  }

  private levelOf(status: number): Level {
    return status >= 500 ? 'warn' : 'info';
  }
}
