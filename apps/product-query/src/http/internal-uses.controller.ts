import * as api from '@ndx/api';
import { denied, type Principal } from '@ndx/contracts';
import { Asked, Caller, Handles } from '@ndx/service';
import { Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { SubjectSeparations } from '../storage/subject-separations.js';
import { ExplainQuery } from '../use-cases/explanation/explain-query.js';

/** Which queries used a record: asked by entity for a separation, by furnishing for a dispute. */
@Controller()
export class InternalUsesController {
  constructor(
    private readonly separations: SubjectSeparations,
    private readonly explainQuery: ExplainQuery,
  ) {}

  @Handles(api.countUsesOfRecords)
  async count(
    @Req() { caller }: FastifyRequest,
    @Asked() { body }: Asked<typeof api.countUsesOfRecords>,
  ) {
    if (caller?.kind !== 'service' || caller.service !== 'entity') {
      throw denied('internal_only', 'only entity counts the uses of records');
    }
    return this.separations.countUses(body.network_id, body.record_ids);
  }

  @Handles(api.checkUseOfRecord)
  async use(@Caller() principal: Principal, @Asked() { body }: Asked<typeof api.checkUseOfRecord>) {
    return { is_used: await this.explainQuery.hasUsed(principal, body) };
  }
}
