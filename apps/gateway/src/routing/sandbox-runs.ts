import { sandboxRunHeader } from '@ndx/api';
import { SANDBOX_RUN_HEADER } from '@ndx/contracts';
import type { FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../gateway.config.js';

/**
 * Reads the test run of a request, whose clock decides in it (decision 0122); undefined outside a
 * sandbox, where no clock moves. The reader throws RequestShapeError for a malformed name.
 */
export function sandboxRuns(
  environment: GatewayConfig['ENVIRONMENT'],
): (request: FastifyRequest) => string | undefined {
  if (environment !== 'sandbox') return () => undefined;
  return ({ headers }) => sandboxRunHeader.read(headers[SANDBOX_RUN_HEADER]?.toString());
}
