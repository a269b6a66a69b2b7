import type { AccountChanged, AccountStatus, PayloadOf } from '@ndx/contracts';
import { chosenId } from './chosen-id.js';

/** A user of an institution, resolved from token claims (design 1). */
export interface Account {
  readonly id: string;
  readonly entityId: string;
  /** The user claim of its tokens. */
  readonly subject: string;
  readonly email: string | null;
  readonly status: AccountStatus;
  readonly createdAt: Date;
  readonly revision: number;
}

export type AccountInput = Pick<Account, 'entityId' | 'subject' | 'email'> & {
  readonly id?: string | undefined;
};

/** @throws VALIDATION_ERROR when the institution may not choose that id */
export function openAccount(input: AccountInput, now: Date): Account {
  const place = { field: 'account_id', ownerId: input.entityId, name: input.subject };
  return { ...input, id: chosenId(input.id, place), status: 'active', createdAt: now, revision: 1 };
}

/** The public state of an account, without the claim of its user. */
export function stateOfAccount(
  account: Account,
  homeNetworkId: string | null,
): PayloadOf<typeof AccountChanged> {
  return {
    account_id: account.id,
    entity_id: account.entityId,
    network_id: homeNetworkId,
    status: account.status,
    revision: account.revision,
  };
}
