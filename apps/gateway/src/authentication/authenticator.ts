import { hash } from 'node:crypto';
import { clockOffsetMs, type Permission, type Principal } from '@ndx/contracts';
import { PRINCIPAL_SIGNED_FOR_MS, type PrincipalSigner } from '@ndx/service';
import { LRUCache } from 'lru-cache';
import type { Limited } from '../limits/limited.js';
import type { Account, AccountDirectory } from './account-directory.js';
import { accountNameOf, userOf } from './account-name.js';
import { permissionsWithin, requireClientTerms, requirePurpose } from './client-terms.js';
import { permissionsOf } from './permissions-of.js';
import { Refusal } from './refusal.js';
import type { SenderCheck, TokenUse } from './sender-check.js';
import { claimOf, textOf, type Claims } from './token-claims.js';
import type { TokenVerifier, VerifiedToken } from './token-verifier.js';

/** Maximum length of a claim that names an account; the same as in the entity service. */
const LONGEST_NAME = 300;

const REMEMBERED_SESSIONS = 20_000;
/** Maximum size of the remembered tokens and principals, in characters; memberships make long ones. */
const REMEMBERED_CHARACTERS = 24 * 1_048_576;

/** The claims that are named by configuration, as `claimOf` reads them (design 10). */
export interface ClaimNames {
  readonly organization: string;
  readonly role: string;
  readonly permissions: string;
}

/** An authenticated caller. */
export interface Session extends Limited {
  readonly accountId: string;
  readonly permissions: ReadonlySet<Permission>;
  /** How far the clock of the institution or of the test run is ahead, in a sandbox; else 0. */
  readonly clockOffsetMs: number;
  /** The signed principal, for the services. */
  readonly principalHeader: string;
}

interface SignedSession {
  readonly account: Account;
  readonly session: Session;
  /** A time of the clock of `performance.now`. */
  readonly signAgainAt: number;
}

/** Authenticates the caller before any handler runs (contract 5.3). */
export class Authenticator {
  /** A signed principal is reused while the token and the account stay the same. */
  private readonly sessions = new LRUCache<VerifiedToken, SignedSession>({
    max: REMEMBERED_SESSIONS,
    maxSize: REMEMBERED_CHARACTERS,
    sizeCalculation: ({ session }, { size }) => size + session.principalHeader.length,
  });

  constructor(
    private readonly tokens: TokenVerifier,
    private readonly senders: SenderCheck,
    private readonly accounts: AccountDirectory,
    private readonly signer: PrincipalSigner,
    private readonly names: ClaimNames,
  ) {}

  /**
   * @param readRun reads the test run of the request; called when the token is valid
   * @throws Refusal, or OPERATION_FAILED when the account cannot be resolved
   */
  async authenticate(use: TokenUse, readRun: () => string | undefined): Promise<Session> {
    const verified = await this.tokens.verify(use.token);
    const sender = await this.senders.verify(use, verified.claims);
    const account = await this.accountOf(verified, readRun());
    if (account.client) {
      const { isProven } = sender;
      requireClientTerms(account.client, { ...use, claims: verified.claims, isProven });
    }
    requirePurpose(account.client ? 'program' : 'people', verified);
    if (sender.proof !== undefined) await this.senders.accept(sender.proof);
    return this.sessionFor(verified, account);
  }

  /**
   * Authenticates a person who need not have an account. The session has no permission; a hash of
   * the person takes the place of the account and the institution in limits, which are the person's own.
   * @throws Refusal
   */
  async authenticateUser(use: TokenUse): Promise<Session> {
    const verified = await this.tokens.verify(use.token);
    const sender = await this.senders.verify(use, verified.claims);
    requirePurpose('people', verified);
    const user = userOf(verified.claims, this.names.organization);
    if (isTooLong(user.subject, user.organization)) throw new Refusal('account_claims');
    if (sender.proof !== undefined) await this.senders.accept(sender.proof);
    const key = `user ${hash('sha256', JSON.stringify([user.organization, user.subject]), 'base64url')}`;
    return {
      ...{
        accountId: key,
        entityId: key,
        isPerson: true,
        permissions: new Set(),
        clockOffsetMs: 0,
      },
      principalHeader: this.signer.signUser(user),
    };
  }

  private sessionFor(verified: VerifiedToken, account: Account): Session {
    const known = this.sessions.get(verified);
    const now = performance.now();
    if (known?.account === account && now < known.signAgainAt) return known.session;
    const session = this.sessionOf(account, verified.claims);
    this.sessions.set(verified, { account, session, signAgainAt: now + PRINCIPAL_SIGNED_FOR_MS });
    return session;
  }

  /** Whether the token was accepted last time, and is still valid. */
  hasAccepted(token: string): boolean {
    const verified = this.tokens.known(token);
    return verified !== undefined && this.sessions.has(verified);
  }

  /** Looks the accounts of an institution up again: what they may do has changed. */
  refreshAccountsOf(institution: string): void {
    this.accounts.refresh(institution);
  }

  private async accountOf(verified: VerifiedToken, run: string | undefined): Promise<Account> {
    const { claims } = verified;
    const name = accountNameOf(verified, this.names.organization);
    const role = textOf(claims, this.names.role);
    const owner = 'client_id' in name ? name.client_id : name.organization;
    const account = isTooLong(name.subject, owner, role)
      ? undefined
      : await this.accounts.find({ ...name, role, run });
    if (account === undefined) {
      this.sessions.delete(verified);
      throw new Refusal('client_id' in name ? 'unregistered_client' : 'unknown_account');
    }
    return account;
  }

  private sessionOf(account: Account, claims: Claims): Session {
    const permissions = this.permissionsOf(account, claims);
    const principal: Principal = {
      account_id: account.account_id,
      entity_id: account.entity_id,
      memberships: account.memberships,
      permissions,
      ...(account.clock_offset_seconds !== undefined && {
        clock_offset_seconds: account.clock_offset_seconds,
      }),
    };
    return {
      accountId: account.account_id,
      entityId: account.entity_id,
      isPerson: false,
      permissions: new Set(permissions),
      clockOffsetMs: clockOffsetMs(principal),
      principalHeader: this.signer.sign(principal),
    };
  }

  private permissionsOf({ client }: Account, claims: Claims): readonly Permission[] {
    const [listed, role] = [this.names.permissions, this.names.role].map((name) =>
      claimOf(claims, name),
    );
    if (client === undefined) return permissionsOf(listed, role);
    const isSilent = listed === undefined && role === undefined;
    return permissionsWithin(client, isSilent ? undefined : permissionsOf(listed, role));
  }
}

/** Claims that the entity service would reject match no account. */
function isTooLong(...names: readonly (string | undefined)[]): boolean {
  return names.some((name = '') => name.length > LONGEST_NAME);
}
