import { newId } from '@ndx/contracts';

export const ACCOUNT_STATUSES = ['active', 'suspended'] as const;

export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

/** A user of an institution, resolved from token claims (design 1). */
export interface Account {
  readonly id: string;
  readonly entityId: string;
  /** The user claim of its tokens. */
  readonly subject: string;
  readonly email: string | null;
  readonly status: AccountStatus;
  readonly createdAt: Date;
}

export type AccountInput = Pick<Account, 'entityId' | 'subject' | 'email'> & {
  readonly id?: string | undefined;
};

export function openAccount(input: AccountInput, now: Date): Account {
  return { ...input, id: input.id ?? newId(), status: 'active', createdAt: now };
}
