import * as api from '@ndx/api';
import { denied } from '@ndx/contracts';
import { Asked, Handles, type principalOf } from '@ndx/service';
import { Controller, Req } from '@nestjs/common';
import { ResolveAccount } from '../use-cases/resolve-account.js';

/** Called by the gateway without an account: it resolves the account. */
@Controller()
export class InternalAccountsController {
  constructor(private readonly resolveAccount: ResolveAccount) {}

  @Handles(api.resolveAccount)
  resolve(
    @Req() request: Parameters<typeof principalOf>[0],
    @Asked() { body }: Asked<typeof api.resolveAccount>,
  ) {
    const { caller } = request;
    if (caller?.kind !== 'service' || caller.service !== 'gateway') {
      throw denied('internal_only', 'only the gateway resolves accounts');
    }
    const { subject, organization, client_id: clientId, role, run } = body;
    return this.resolveAccount.resolve({ subject, organization, clientId, role, run });
  }
}
