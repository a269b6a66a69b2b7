import * as api from '@ndx/api';
import { denied } from '@ndx/contracts';
import { Asked, Handles } from '@ndx/service';
import { Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { SubjectSeparations } from '../storage/subject-separations.js';

/** What a separation touches, for entity alone. */
@Controller()
export class InternalUsesController {
  constructor(private readonly separations: SubjectSeparations) {}

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
}
