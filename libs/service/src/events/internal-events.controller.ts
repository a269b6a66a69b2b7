import * as api from '@ndx/api';
import { denied, EVENTS, type ServiceName, quoted } from '@ndx/contracts';
import { ReadModelConfirmation, DirectInbox } from '@ndx/replication';
import { Controller, Inject, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Asked } from '../http/asked.js';
import { Handles } from '../http/handles.js';

/** Accepts events that a writer waits for: the same handlers and the same inbox as the bus. */
@Controller()
export class InternalEventsController {
  constructor(
    @Inject(DirectInbox) private readonly inbox: DirectInbox,
    @Inject(ReadModelConfirmation) private readonly confirmation: ReadModelConfirmation,
  ) {}

  @Handles(api.deliverEvents)
  async deliver(
    @Req() request: FastifyRequest,
    @Asked() { body }: Asked<typeof api.deliverEvents>,
  ): Promise<api.AnswerOf<typeof api.deliverEvents>> {
    if (request.caller?.kind !== 'service')
      throw denied('internal_only', 'only a service delivers events');
    requireSource(request.caller.service, body);
    const rows = await this.confirmation.deliver(() => this.inbox.deliver(body));
    return rows.length === 0 ? undefined : { rows };
  }
}

/** A service delivers its own events alone; the processor rejects an undeclared type. */
function requireSource(
  service: ServiceName,
  events: readonly { readonly type: string; readonly source: string }[],
): void {
  for (const { type, source } of events) {
    const declared = EVENTS.find((event) => event.type === type)?.source ?? service;
    if (source !== service || declared !== service) {
      throw denied('internal_only', `the ${service} service is not the source of ${quoted(type)}`);
    }
  }
}
