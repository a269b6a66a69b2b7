import type { LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';
import { currentContext } from '../context/request-context.js';

export type { Logger } from 'pino';

/** JSON lines on standard output, each with the request that it belongs to. */
export function createLogger(service: string, level: string): Logger {
  return pino({
    level,
    base: { service },
    mixin: () => {
      const { requestId } = currentContext();
      return requestId === undefined ? {} : { request_id: requestId };
    },
    redact: ['req.headers.authorization', 'headers.authorization', `headers["x-principal"]`],
  });
}

/** Nest's own lines through pino. */
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
