import * as api from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { afterCursor, Asked, Caller, Handles, idPage } from '@ndx/service';
import { Controller } from '@nestjs/common';
import type { Account } from '../domain/account.js';
import { AdministerAccounts } from '../use-cases/administer-accounts.js';

@Controller()
export class AccountController {
  constructor(private readonly accounts: AdministerAccounts) {}

  @Handles(api.listAccounts)
  async list(
    @Caller() principal: Principal,
    @Asked() { path, query }: Asked<typeof api.listAccounts>,
  ) {
    const after = afterCursor(query.cursor);
    const page = { limit: query.limit, after };
    const accounts = await this.accounts.list(principal, placeOf(path), page);
    return idPage(accounts, { after, idOf: ({ id }) => id, show: toAccountRecord });
  }

  @Handles(api.addAccount)
  async add(@Caller() principal: Principal, @Asked() { path, body }: Asked<typeof api.addAccount>) {
    const account = await this.accounts.add(principal, placeOf(path), {
      id: body.account_id,
      subject: body.subject,
      email: body.email ?? null,
    });
    return toAccountRecord(account);
  }

  @Handles(api.setAccountStatus)
  async setStatus(
    @Caller() principal: Principal,
    @Asked() { path, body }: Asked<typeof api.setAccountStatus>,
  ) {
    return toAccountRecord(
      await this.accounts.setStatus(principal, placeOf(path), path.account_id, body.status),
    );
  }
}

function placeOf(path: Asked<typeof api.listAccounts>['path']) {
  return { networkId: path.network_id, entityId: path.entity_id };
}

function toAccountRecord(account: Account): api.AnswerOf<typeof api.addAccount> {
  return {
    account_id: account.id,
    entity_id: account.entityId,
    subject: account.subject,
    email: account.email,
    status: account.status,
    created_at: account.createdAt.toISOString(),
  };
}
