import * as api from '@ndx/api';
import { denied } from '@ndx/contracts';
import { Asked, Handles } from '@ndx/service';
import { Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DisputeRepository } from '../storage/dispute-repository.js';

/** Statements for product-query alone: it decides who may read them. */
@Controller()
export class InternalDisputesController {
  constructor(private readonly disputes: DisputeRepository) {}

  @Handles(api.readDisputeStatements)
  async statements(
    @Req() { caller }: FastifyRequest,
    @Asked() { body }: Asked<typeof api.readDisputeStatements>,
  ) {
    if (caller?.kind !== 'service' || caller.service !== 'product-query') {
      throw denied('internal_only', 'only product-query reads the statements of disputes');
    }
    return { statements: await this.disputes.statementsOf(body.dispute_ids) };
  }
}
