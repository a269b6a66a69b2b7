import { notFound, ROLE_PERMISSIONS } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { AccountRepository, type ResolvedAccount } from '../storage/account-repository.js';

export interface TokenClaims {
  readonly subject: string;
  readonly organization: string;
  readonly role: string | undefined;
}

/** Resolves the user, organization and role claims of a token to an account (contract 5.3c). */
@Injectable()
export class ResolveAccount {
  constructor(private readonly accounts: AccountRepository) {}

  /** @throws RESOURCE_NOT_FOUND when no active account matches, or the role is not in design 10 */
  async resolve({ subject, organization, role }: TokenClaims): Promise<ResolvedAccount> {
    const isRole = role === undefined || Object.hasOwn(ROLE_PERMISSIONS, role);
    const account = isRole ? await this.accounts.resolve(subject, organization) : undefined;
    if (!account) throw notFound('account not found');
    return account;
  }
}
