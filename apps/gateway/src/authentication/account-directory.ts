import { resolveAccount, type AnswerOf } from '@ndx/api';
import { DomainError } from '@ndx/contracts';
import { PRINCIPAL_HEADER, type PrincipalSigner, type ServiceClient } from '@ndx/service';
import { LRUCache } from 'lru-cache';

/** A membership or account change binds within this time (design 3). */
const REMEMBERED_FOR_MS = 5_000;
const REMEMBERED_ACCOUNTS = 20_000;

/** What the entity service knows of an account. */
export type Account = AnswerOf<typeof resolveAccount>;

/** The claims that name an account (contract 5.3c). */
export interface AccountClaims {
  readonly subject: string;
  readonly organization: string;
  readonly role: string | undefined;
}

interface Remembered {
  readonly account: Account;
  /** By the clock of `performance.now`. */
  readonly staleAt: number;
}

/**
 * Accounts as the entity service resolves them, remembered for five seconds. Those who ask for the
 * same account at the same time share one question; that there is no account is asked anew, so
 * that one that was just opened can be used at once.
 */
export class AccountDirectory {
  private readonly known = new LRUCache<string, Remembered>({ max: REMEMBERED_ACCOUNTS });
  private readonly asked = new Map<string, Promise<Account | undefined>>();

  constructor(
    private readonly entity: Pick<ServiceClient, 'call'>,
    private readonly signer: PrincipalSigner,
  ) {}

  /**
   * The account, or undefined when none matches; the same object while it is remembered.
   * @throws OPERATION_FAILED when the entity service cannot be asked
   */
  async find(claims: AccountClaims): Promise<Account | undefined> {
    const name = JSON.stringify([claims.subject, claims.organization, claims.role]);
    const known = this.known.get(name);
    if (known !== undefined && performance.now() < known.staleAt) return known.account;
    const asked = this.asked.get(name) ?? this.ask(name, claims);
    return asked;
  }

  private ask(name: string, claims: AccountClaims): Promise<Account | undefined> {
    // From the moment of asking: the answer may be as old as that.
    const staleAt = performance.now() + REMEMBERED_FOR_MS;
    const asked = this.resolve(claims)
      .then((account) => {
        if (account !== undefined) this.known.set(name, { account, staleAt });
        return account;
      })
      .finally(() => this.asked.delete(name));
    this.asked.set(name, asked);
    return asked;
  }

  private async resolve(claims: AccountClaims): Promise<Account | undefined> {
    const ourselves = this.signer.sign({ kind: 'service', service: 'gateway' });
    try {
      return await this.entity.call(
        resolveAccount,
        { body: claims },
        { [PRINCIPAL_HEADER]: ourselves },
      );
    } catch (error) {
      if (error instanceof DomainError && error.code === 'RESOURCE_NOT_FOUND') return undefined;
      throw error;
    }
  }
}
