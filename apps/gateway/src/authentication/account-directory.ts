import { resolveAccount, type AnswerOf } from '@ndx/api';
import { DomainError } from '@ndx/contracts';
import {
  PRINCIPAL_HEADER,
  type PrincipalSigner,
  type ServiceClient,
  type SignedUser,
} from '@ndx/service';
import { LRUCache } from 'lru-cache';
import type { SignedClient } from './account-name.js';

/** A membership or account change applies within this time (design 3). */
const FRESH_FOR_MS = 5_000;
/** Retry interval during an outage of the entity service. */
const PROBE_INTERVAL_MS = 1_000;
const REMEMBERED_ACCOUNTS = 20_000;
const REMEMBERED_MEMBERSHIPS = 100_000;
const REMEMBERED_CHANGES = 1_000;

/** The entity service's record of an account. */
export type Account = AnswerOf<typeof resolveAccount>;

/** The claims that name an account (contract 5.3c), and the test run. */
export type AccountClaims = (SignedUser | SignedClient) & {
  readonly role: string | undefined;
  /** The test run whose clock decides; a sandbox only. */
  readonly run?: string | undefined;
};

/** Receives changes of the entity service's availability. */
export interface AccountListener {
  /** Called when the service stops responding: cached accounts are used from then on. */
  onAway(error: unknown): void;
  /** Called when it responds again. */
  onBack(): void;
  /** Called for each use of a cached account that could not be confirmed in time. */
  onStaleUse(): void;
}

interface Remembered {
  readonly account: Account;
  /** The time of the request: the response may be as old as that. */
  readonly askedAt: number;
}

/**
 * Resolves accounts in the entity service, with a cache of five seconds, or of a configured time
 * during an outage of that service. Concurrent lookups of one account share one request. The
 * absence of an account is not cached, so that a new account works at once.
 */
export class AccountDirectory {
  private readonly known = new LRUCache<string, Remembered>({
    max: REMEMBERED_ACCOUNTS,
    maxSize: REMEMBERED_MEMBERSHIPS,
    sizeCalculation: ({ account }) => 1 + account.memberships.length,
  });
  private readonly asked = new Map<string, Promise<Account | undefined>>();
  /** The time of the next retry during an outage of the entity service. */
  private probeAt: number | undefined;
  /** Accounts of an institution that were looked up earlier are looked up again. */
  private readonly changedAt = new LRUCache<string, number>({ max: REMEMBERED_CHANGES });

  constructor(
    private readonly entity: Pick<ServiceClient, 'call'>,
    private readonly signer: PrincipalSigner,
    private readonly staleForMs: number,
    private readonly listener: AccountListener,
    /** Milliseconds of a monotonic clock. */
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * The account, or undefined when none matches; the same object while it is cached.
   * @throws OPERATION_FAILED when the entity service is unreachable and the account is not cached
   */
  async find(claims: AccountClaims): Promise<Account | undefined> {
    const name = nameOf(claims);
    const known = this.known.get(name);
    if (known !== undefined && this.isFresh(known)) return known.account;
    const ask = () => this.asked.get(name) ?? this.ask(name, claims);
    if (known === undefined || !this.isWithin(this.staleForMs, known)) return ask();
    // During an outage, requests with a cached account do not wait for the service.
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

  /** Looks each account of an institution up again at its next request, because one has changed. */
  refresh(institution: string): void {
    this.changedAt.set(institution, this.now());
    this.asked.clear();
  }

  private isFresh(known: Remembered): boolean {
    const changedAt = this.changedAt.get(known.account.entity_id) ?? -Infinity;
    return known.askedAt >= changedAt && this.isWithin(FRESH_FOR_MS, known);
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

/** A client and an organization may have the same text. */
function nameOf(claims: AccountClaims): string {
  const named = 'organization' in claims ? claims.organization : { client_id: claims.client_id };
  return JSON.stringify([claims.subject, named, claims.role, claims.run]);
}

/** Whether the service did not respond, or responded with an unintended error. */
function isAway(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'OPERATION_FAILED';
}
