import * as api from '@ndx/api';
import { BOUNDS, denied } from '@ndx/contracts';
import { Asked, Handles } from '@ndx/service';
import { Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ConsentRepository } from '../storage/consent-repository.js';

/** The consents of a subject, for entity alone: it decides who may learn what of them. */
@Controller()
export class InternalConsentsController {
  constructor(private readonly consents: ConsentRepository) {}

  @Handles(api.findConsentsOfSubject)
  async ofSubject(
    @Req() { caller }: FastifyRequest,
    @Asked() { body }: Asked<typeof api.findConsentsOfSubject>,
  ) {
    if (caller?.kind !== 'service' || caller.service !== 'entity') {
      throw denied('internal_only', 'only entity reads the consents of a subject');
    }
    const found = await this.consents.ofSubject(body.subject_ids, BOUNDS.separation.parts + 1);
    return {
      consents: found.map(({ id, entityId, legalName }) => ({
        consent_id: id,
        entity_id: entityId,
        business_legal_name: legalName,
      })),
    };
  }
}
