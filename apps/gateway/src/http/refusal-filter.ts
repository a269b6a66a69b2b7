import type { ShortError } from '@ndx/contracts';
import type { Logger } from '@ndx/service-kit';
import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Refusal } from '../authentication/refusal.js';

/** The short shape of the authentication layer (contract 5, 7.4). */
@Catch(Refusal)
export class RefusalFilter implements ExceptionFilter<Refusal> {
  constructor(private readonly logger: Logger) {}

  catch(refusal: Refusal, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const body: ShortError = { detail: refusal.message };
    if (refusal.status >= 500) this.logger.error({ err: refusal }, refusal.message);
    void reply.status(refusal.status).type('application/json').send(body);
  }
}
