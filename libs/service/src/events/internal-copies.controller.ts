import * as api from '@ndx/api';
import { denied, EVENTS, type Aggregate, type StatefulServiceName } from '@ndx/contracts';
import { CopyConfirmation, KeptCopies } from '@ndx/replication';
import { Controller, Inject, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Asked } from '../http/asked.js';
import { Handles } from '../http/handles.js';

/** Lets the owner of aggregates compare the copies that this service keeps (decision 0062). */
@Controller()
export class InternalCopiesController {
  constructor(
    @Inject(KeptCopies) private readonly copies: KeptCopies,
    @Inject(CopyConfirmation) private readonly confirmation: CopyConfirmation,
  ) {}

  @Handles(api.confirmCopies)
  async confirm(
    @Req() request: FastifyRequest,
    @Asked() { body }: Asked<typeof api.confirmCopies>,
  ): Promise<api.AnswerOf<typeof api.confirmCopies>> {
    const owner = ownerOf(request);
    if (body.compared !== null) await this.confirmation.compared(owner, body.compared);
    const incarnation = await this.confirmation.dueFor(owner);
    return incarnation === undefined ? undefined : { incarnation };
  }

  @Handles(api.compareCopies)
  async compare(
    @Req() request: FastifyRequest,
    @Asked() { body }: Asked<typeof api.compareCopies>,
  ): Promise<api.AnswerOf<typeof api.compareCopies>> {
    requireOwner(request, body.aggregate);
    const { digest, ...range } = body;
    return this.copies.compare(range, digest);
  }

  @Handles(api.readCopy)
  async read(
    @Req() request: FastifyRequest,
    @Asked() { body }: Asked<typeof api.readCopy>,
  ): Promise<api.AnswerOf<typeof api.readCopy>> {
    requireOwner(request, body.aggregate);
    return this.copies.read(body.aggregate, body.key);
  }

  @Handles(api.removeCopy)
  async remove(
    @Req() request: FastifyRequest,
    @Asked() { body }: Asked<typeof api.removeCopy>,
  ): Promise<api.AnswerOf<typeof api.removeCopy>> {
    const { aggregate, ...place } = body;
    requireOwner(request, aggregate);
    return { removed: await this.copies.remove(aggregate, place) };
  }
}

/** The calling service; it confirms only its own aggregates. */
function ownerOf({ caller }: FastifyRequest): StatefulServiceName {
  if (caller?.kind === 'service' && caller.service !== 'gateway') return caller.service;
  throw denied('only the owner of an aggregate compares its copies');
}

function requireOwner({ caller }: FastifyRequest, aggregate: Aggregate): void {
  const owner = EVENTS.find((event) => event.aggregate === aggregate)?.source;
  if (caller?.kind === 'service' && caller.service === owner) return;
  throw denied('only the owner of an aggregate compares its copies');
}
