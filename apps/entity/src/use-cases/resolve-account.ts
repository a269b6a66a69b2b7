import type { AnswerOf, resolveAccount } from '@ndx/api';
import { notFound, ROLE_PERMISSIONS } from '@ndx/contracts';
import { CONFIG } from '@ndx/service';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityConfig } from '../entity.config.js';
import { AccountRepository } from '../storage/account-repository.js';
import { ClockRepository } from '../storage/clock-repository.js';

export interface TokenClaims {
  readonly subject: string;
  readonly organization: string;
  readonly role: string | undefined;
  /** The test run whose clock decides, in a sandbox. */
  readonly run: string | undefined;
}

/** Resolves the user, organization and role claims of a token to an account (contract 5.3c). */
@Injectable()
export class ResolveAccount {
  constructor(
    @Inject(CONFIG) private readonly config: EntityConfig,
    private readonly accounts: AccountRepository,
    private readonly clocks: ClockRepository,
  ) {}

  /** @throws RESOURCE_NOT_FOUND when no active account matches, or the role is not in design 10 */
  async resolve({
    subject,
    organization,
    role,
    run,
  }: TokenClaims): Promise<AnswerOf<typeof resolveAccount>> {
    const isRole = role === undefined || Object.hasOwn(ROLE_PERMISSIONS, role);
    const account = isRole ? await this.accounts.resolve(subject, organization) : undefined;
    if (!account) throw notFound('not_found', 'account not found');
    if (this.config.ENVIRONMENT !== 'sandbox') return account;
    const clockOffset = await this.clocks.offsetOf({ entityId: account.entity_id, run });
    return { ...account, ...(clockOffset && { clock_offset_seconds: clockOffset }) };
  }
}
