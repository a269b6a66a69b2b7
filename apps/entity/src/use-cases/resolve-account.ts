import type { AnswerOf, resolveAccount } from '@ndx/api';
import { notFound, ROLE_PERMISSIONS } from '@ndx/contracts';
import { CONFIG } from '@ndx/service';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityConfig } from '../entity.config.js';
import { AccountRepository, type ResolvedAccount } from '../storage/account-repository.js';
import { ClockRepository } from '../storage/clock-repository.js';

export interface TokenClaims {
  readonly subject: string;
  readonly organization: string | undefined;
  /** The client of a token without an organization (decision 0143). */
  readonly clientId: string | undefined;
  readonly role: string | undefined;
  /** The test run whose clock decides, in a sandbox. */
  readonly run: string | undefined;
}

/**
 * Resolves the user, role and organization claims of a token to an account (contract 5.3c), without an
 * organization by its client.
 */
@Injectable()
export class ResolveAccount {
  constructor(
    @Inject(CONFIG) private readonly config: EntityConfig,
    private readonly accounts: AccountRepository,
    private readonly clocks: ClockRepository,
  ) {}

  /** @throws RESOURCE_NOT_FOUND when no active account matches, or the role is not in design 10 */
  async resolve({ role, run, ...claims }: TokenClaims): Promise<AnswerOf<typeof resolveAccount>> {
    const isRole = role === undefined || Object.hasOwn(ROLE_PERMISSIONS, role);
    const account = isRole ? await this.accountOf(claims) : undefined;
    if (!account) throw notFound('not_found', 'account not found');
    if (this.config.ENVIRONMENT !== 'sandbox') return account;
    const clockOffset = await this.clocks.offsetOf({ entityId: account.entity_id, run });
    return { ...account, ...(clockOffset && { clock_offset_seconds: clockOffset }) };
  }

  private async accountOf({
    subject,
    organization,
    clientId,
  }: Omit<TokenClaims, 'role' | 'run'>): Promise<ResolvedAccount | undefined> {
    if (organization !== undefined) return this.accounts.resolve(subject, organization);
    return clientId === undefined ? undefined : this.accounts.resolveClient(subject, clientId);
  }
}
