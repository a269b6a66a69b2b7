import { denied } from '@ndx/contracts';
import type { principalOf } from '@ndx/service';
import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import type { ResolvedAccount } from '../storage/account-repository.js';
import { ResolveAccount } from '../use-cases/resolve-account.js';
import { ResolveAccountDto } from './internal-accounts.dto.js';

/** Asked by the gateway, in its own name: there is no account yet that could ask. */
@Controller('internal/accounts')
export class InternalAccountsController {
  constructor(private readonly resolveAccount: ResolveAccount) {}

  @Post('resolve')
  @HttpCode(200)
  resolve(
    @Req() request: Parameters<typeof principalOf>[0],
    @Body() body: ResolveAccountDto,
  ): Promise<ResolvedAccount> {
    if (request.caller?.kind !== 'service') throw denied('only a service resolves accounts');
    const { subject, organization, role } = body;
    return this.resolveAccount.run({ subject, organization, role });
  }
}
