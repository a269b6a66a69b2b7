import * as api from '@ndx/api';
import { denied, EVENTS, type Aggregate, type StatefulServiceName } from '@ndx/contracts';
import { ReadModelConfirmation, ReadModels } from '@ndx/replication';
import { Controller, Inject, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Asked } from '../http/asked.js';
import { Handles } from '../http/handles.js';

/** Lets the owner of aggregates compare the read models that this service keeps (replication 5). */
@Controller()
export class InternalReadModelsController {
  constructor(
    @Inject(ReadModels) private readonly readModels: ReadModels,
    @Inject(ReadModelConfirmation) private readonly confirmation: ReadModelConfirmation,
  ) {}

  @Handles(api.confirmReadModels)
  async confirm(
    @Req() request: FastifyRequest,
    @Asked() { body }: Asked<typeof api.confirmReadModels>,
  ): Promise<api.AnswerOf<typeof api.confirmReadModels>> {
    const owner = ownerOf(request);
    if (body.compared !== null) await this.confirmation.compared(owner, body.compared);
    const incarnation = await this.confirmation.dueFor(owner);
    return incarnation === undefined ? undefined : { incarnation };
  }

  @Handles(api.compareRows)
  async compare(
    @Req() request: FastifyRequest,
    @Asked() { body }: Asked<typeof api.compareRows>,
  ): Promise<api.AnswerOf<typeof api.compareRows>> {
    requireOwner(request, body.aggregate);
    const { digest, ...range } = body;
    return this.readModels.compare(range, digest);
  }

  @Handles(api.readRow)
  async read(
    @Req() request: FastifyRequest,
    @Asked() { body }: Asked<typeof api.readRow>,
  ): Promise<api.AnswerOf<typeof api.readRow>> {
    requireOwner(request, body.aggregate);
    return this.readModels.read(body.aggregate, body.key);
  }

  @Handles(api.removeRow)
  async remove(
    @Req() request: FastifyRequest,
    @Asked() { body }: Asked<typeof api.removeRow>,
  ): Promise<api.AnswerOf<typeof api.removeRow>> {
    const { aggregate, ...place } = body;
    requireOwner(request, aggregate);
    return { removed: await this.readModels.remove(aggregate, place) };
  }
}

/** The calling service; it confirms only its own aggregates. */
function ownerOf({ caller }: FastifyRequest): StatefulServiceName {
  if (caller?.kind === 'service' && caller.service !== 'gateway') return caller.service;
  throw denied('internal_only', 'only the owner of an aggregate compares its read models');
}

function requireOwner({ caller }: FastifyRequest, aggregate: Aggregate): void {
  const owner = EVENTS.find((event) => event.aggregate === aggregate)?.source;
  if (caller?.kind === 'service' && caller.service === owner) return;
  throw denied('internal_only', 'only the owner of an aggregate compares its read models');
}
