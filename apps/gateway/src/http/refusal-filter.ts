import type { ShortError } from '@ndx/contracts';
import { logFields, type Logger } from '@ndx/telemetry';
import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayMetrics } from '../metrics/gateway-metrics.js';
import { challengeFor } from '../authentication/challenge.js';
import { Refusal } from '../authentication/refusal.js';

/**
 * Sends the short error shape of the authentication layer (contract 5, 7.4). The precise reason is in
 * the access log alone: no further line, so that a flood of rejected credentials adds none.
 */
@Catch(Refusal)
export class RefusalFilter implements ExceptionFilter<Refusal> {
  constructor(
    private readonly logger: Logger,
    private readonly metrics: GatewayMetrics,
  ) {}

  catch(refusal: Refusal, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const { context } = request;
    const reply = http.getResponse<FastifyReply>();
    const body: ShortError = { detail: refusal.message };
    this.metrics.refused(refusal.reason);
    if (context) request.context = { ...context, rejection: refusal };
    if (refusal.status >= 500) {
      this.logger.error({ err: refusal, ...logFields(context ?? {}) }, refusal.message);
    }
    if (refusal.status === 401) {
      const { authorization } = request.headers;
      void reply.header('www-authenticate', challengeFor(refusal.reason, authorization));
    }
    void reply.status(refusal.status).type('application/json').send(body);
  }
}
