import type { LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import { logFields } from '../context/log-fields.js';
import { currentContext } from '../context/request-context.js';
import { messageOf, redacted } from './redact.js';
import { LINE_BY_LINE } from './standard-output.js';

export type { Logger } from 'pino';

/**
 * JSON lines on standard output, each with its request, institution and trace. Secrets are redacted
 * by their names and by their patterns.
 */
export function createLogger(
  service: string,
  level: string,
  destination: DestinationStream = LINE_BY_LINE,
): Logger {
  const options: LoggerOptions = {
    level,
    base: { service },
    mixin: () => ({ ...logFields(currentContext()) }),
    formatters: { log: redacted },
    // `redacted` has already converted it to a plain object.
    serializers: { err: (error: unknown) => error },
    hooks: {
      logMethod(args, method) {
        const safe = withMessage(args).map((arg) =>
          typeof arg === 'string' ? messageOf(arg) : arg,
        );
        method.apply(this, safe as typeof args);
      },
    },
  };
  return pino(options, destination);
}

/** Passes the message of a lone error explicitly; pino would log it without redaction. */
function withMessage(args: readonly unknown[]): readonly unknown[] {
  const [error] = args;
  return error instanceof Error && args.length === 1 ? [{ err: error }, error.message] : args;
}

/** Passes Nest's log lines to pino. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: unknown): void {
    this.logger.debug({ context }, String(message));
  }

  warn(message: unknown, context?: unknown): void {
    this.logger.warn({ context }, String(message));
  }

  error(message: unknown, stack?: unknown, context?: unknown): void {
    this.logger.error(
      { context, stack, err: message instanceof Error ? message : undefined },
      String(message),
    );
  }
}
