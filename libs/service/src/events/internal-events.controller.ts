import { denied } from '@ndx/contracts';
import { type EventEnvelope, BusServer } from '@ndx/messaging';
import { Body, Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** Takes events that a writer waits for: the same handlers and the same inbox as the bus. */
@Controller('internal/events')
export class InternalEventsController {
  constructor(@Inject(BusServer) private readonly server: BusServer) {}

  @Post()
  @HttpCode(204)
  async deliver(@Req() request: FastifyRequest, @Body() events: unknown): Promise<void> {
    if (request.caller?.kind !== 'service') throw denied('only a service delivers events');
    // Signed by one of our own services, so the envelopes are ours; payloads are checked by their declaration.
    await this.server.processor.deliver(events as EventEnvelope[]);
  }
}
