import * as api from '@ndx/api';
import { denied } from '@ndx/contracts';
import { BusServer } from '@ndx/messaging';
import { Controller, Inject, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Asked } from '../http/asked.js';
import { Handles } from '../http/handles.js';

/** Takes events that a writer waits for: the same handlers and the same inbox as the bus. */
@Controller()
export class InternalEventsController {
  constructor(@Inject(BusServer) private readonly server: BusServer) {}

  @Handles(api.deliverEvents)
  async deliver(
    @Req() request: FastifyRequest,
    @Asked() { body }: Asked<typeof api.deliverEvents>,
  ): Promise<api.AnswerOf<typeof api.deliverEvents>> {
    if (request.caller?.kind !== 'service') throw denied('only a service delivers events');
    const copies = await this.server.processor.deliver(body);
    return copies.length === 0 ? undefined : { copies };
  }
}
