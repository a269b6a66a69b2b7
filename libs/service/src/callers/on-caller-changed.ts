import { AccountChanged, MembershipChanged, type PayloadOf } from '@ndx/contracts';
import { Ctx, OnEvent, Payload, type EventContext } from '@ndx/messaging';
import { keepNewest, readModel } from '@ndx/replication';
import { Controller } from '@nestjs/common';

/** A membership that entity does not have is kept: without its row, more would be permitted. */
export const memberships = readModel({
  aggregate: 'membership',
  table: 'membership_copy',
  key: 'membership',
  unknown: 'kept',
});

export const accounts = readModel({
  aggregate: 'account',
  table: 'account_copy',
  key: 'account_id',
  unknown: 'kept',
});

const keepMembership = keepNewest(memberships, 'revision', 'roles');
const keepAccount = keepNewest(accounts, 'revision', 'status');

/** Maintains the read models of memberships and accounts (design 3). */
@Controller()
export class OnCallerChanged {
  @OnEvent(MembershipChanged)
  membership(
    @Payload() membership: PayloadOf<typeof MembershipChanged>,
    @Ctx() context: EventContext,
  ): Promise<void> {
    return keepMembership(context, membership);
  }

  @OnEvent(AccountChanged)
  account(
    @Payload() account: PayloadOf<typeof AccountChanged>,
    @Ctx() context: EventContext,
  ): Promise<void> {
    return keepAccount(context, account);
  }
}
