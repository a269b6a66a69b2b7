import { resolveAccount, type AnswerOf } from '@ndx/api';
import { DomainError } from '@ndx/contracts';
import { PRINCIPAL_HEADER, type PrincipalSigner, type ServiceClient } from '@ndx/service';
import { LRUCache } from 'lru-cache';

/** A membership or account change binds within this time (design 3). */
const FRESH_FOR_MS = 5_000;
/** How often the entity service is asked again while it does not answer. */
const PROBE_INTERVAL_MS = 1_000;
const REMEMBERED_ACCOUNTS = 20_000;

/** What the entity service knows of an account. */
export type Account = AnswerOf<typeof resolveAccount>;

/** The claims that name an account (contract 5.3c). */
export interface AccountClaims {
  readonly subject: string;
  readonly organization: string;
  readonly role: string | undefined;
}

/** Who hears of the entity service. */
export interface AccountListener {
  /** Told when it stops answering: known accounts are used as they were last confirmed. */
  onAway(error: unknown): void;
  /** Told when it answers again. */
  onBack(): void;
  /** Told of each use of an account that could not be confirmed in time. */
  onStaleUse(): void;
}

interface Remembered {
  readonly account: Account;
  /** When it was asked for: the answer may be as old as that. */
  readonly askedAt: number;
}

/**
 * Accounts as the entity service resolves them, remembered for five seconds, and for a configured
 * time while that service does not answer. Those who ask for the same account at the same time share
 * one question; that there is no account is asked anew, so that one that was just opened can be used
 * at once.
 */
export class AccountDirectory {
  private readonly known = new LRUCache<string, Remembered>({ max: REMEMBERED_ACCOUNTS });
  private readonly asked = new Map<string, Promise<Account | undefined>>();
  /** Set while the entity service does not answer: when it is asked again. */
  private probeAt: number | undefined;

  constructor(
    private readonly entity: Pick<ServiceClient, 'call'>,
    private readonly signer: PrincipalSigner,
    private readonly staleForMs: number,
    private readonly listener: AccountListener,
    /** Milliseconds of a clock that is never set. */
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * The account, or undefined when none matches; the same object while it is remembered.
   * @throws OPERATION_FAILED when the entity service cannot be asked
   */
  async find(claims: AccountClaims): Promise<Account | undefined> {
    const name = JSON.stringify([claims.subject, claims.organization, claims.role]);
    const known = this.known.get(name);
    if (known !== undefined && this.isWithin(FRESH_FOR_MS, known)) return known.account;
    const ask = () => this.asked.get(name) ?? this.ask(name, claims);
    if (known === undefined || !this.isWithin(this.staleForMs, known)) return ask();
    // While the service is away nobody waits for it who can go on.
    if (this.probeAt !== undefined) {
      this.probe(ask);
      return this.stale(known);
    }
    try {
      return await ask();
    } catch (error) {
      if (isAway(error) && this.isWithin(this.staleForMs, known)) return this.stale(known);
      throw error;
    }
  }

  private isWithin(ms: number, { askedAt }: Remembered): boolean {
    return this.now() - askedAt < ms;
  }

  private stale({ account }: Remembered): Account {
    this.listener.onStaleUse();
    return account;
  }

  /** Probes in the background; reports the outcome to the listener. */
  private probe(ask: () => Promise<unknown>): void {
    if (this.probeAt === undefined || this.now() < this.probeAt) return;
    this.probeAt = this.now() + PROBE_INTERVAL_MS;
    ask().catch((error: unknown) => this.failed(error));
  }

  private ask(name: string, claims: AccountClaims): Promise<Account | undefined> {
    const askedAt = this.now();
    const asked = this.resolve(claims)
      .then((account) => {
        if (account === undefined) this.known.delete(name);
        else this.known.set(name, { account, askedAt });
        return account;
      })
      .finally(() => this.asked.delete(name));
    this.asked.set(name, asked);
    return asked;
  }

  private async resolve(claims: AccountClaims): Promise<Account | undefined> {
    try {
      const account = await this.entity.call(
        resolveAccount,
        { body: claims },
        { [PRINCIPAL_HEADER]: this.signer.ourselves() },
      );
      this.answered();
      return account;
    } catch (error) {
      if (isAway(error)) this.failed(error);
      else this.answered();
      if (error instanceof DomainError && error.code === 'RESOURCE_NOT_FOUND') return undefined;
      throw error;
    }
  }

  private failed(error: unknown): void {
    if (this.probeAt === undefined) this.listener.onAway(error);
    this.probeAt = this.now() + PROBE_INTERVAL_MS;
  }

  private answered(): void {
    if (this.probeAt !== undefined) this.listener.onBack();
    this.probeAt = undefined;
  }
}

/** Whether there was no answer at all, or none that the service gave on purpose. */
function isAway(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'OPERATION_FAILED';
}
