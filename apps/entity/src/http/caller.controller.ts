import * as api from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { Caller, Handles } from '@ndx/service';
import { Controller } from '@nestjs/common';
import { InstitutionRepository } from '../storage/institution-repository.js';

@Controller()
export class CallerController {
  constructor(private readonly institutions: InstitutionRepository) {}

  @Handles(api.readCaller)
  async read(@Caller() principal: Principal): Promise<api.AnswerOf<typeof api.readCaller>> {
    const { account_id, entity_id, permissions } = principal;
    const institution_name = await this.institutions.nameOf(entity_id);
    return { account_id, entity_id, institution_name, permissions: [...permissions] };
  }
}
