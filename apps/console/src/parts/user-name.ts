import type { Account } from '@ndx/client';

/** The claims of an id token that name its user. */
export interface UserClaims {
  readonly name?: string;
  readonly preferred_username?: string;
  readonly email?: string;
  readonly sub: string;
}

/** The name of the signed-in user; `sub` is a generated id at some identity providers. */
export function userNameIn({ name, preferred_username, email, sub }: UserClaims): string {
  return (
    [name, preferred_username, email].find((claim) => claim !== undefined && claim.trim() !== '') ??
    sub
  );
}

/** The name of another user: the email that an administrator stated, otherwise the subject. */
export function accountName({ email, subject }: Pick<Account, 'email' | 'subject'>): string {
  return email ?? subject;
}
