import * as api from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { Caller, CONFIG, Handles } from '@ndx/service';
import { Controller, Inject } from '@nestjs/common';
import type { EntityConfig } from '../entity.config.js';
import { AccountRepository } from '../storage/account-repository.js';
import { InstitutionRepository } from '../storage/institution-repository.js';

@Controller()
export class CallerController {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly institutions: InstitutionRepository,
    @Inject(CONFIG) private readonly config: EntityConfig,
  ) {}

  @Handles(api.readCaller)
  async read(@Caller() principal: Principal): Promise<api.AnswerOf<typeof api.readCaller>> {
    const { account_id, entity_id, permissions } = principal;
    const subject = await this.accounts.subjectOf(account_id);
    const institution_name = await this.institutions.nameOf(entity_id);
    const { ENVIRONMENT: environment } = this.config;
    const caller = { account_id, subject, entity_id, institution_name, environment };
    return { ...caller, permissions: [...permissions] };
  }
}
