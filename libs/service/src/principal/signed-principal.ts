import { sign, verify, type KeyObject } from 'node:crypto';
import { SERVICE_NAMES, type Principal, type ServiceName } from '@ndx/contracts';
import { LRUCache } from 'lru-cache';
import type { PrincipalKeys } from './principal-keys.js';

/** Carries the signed caller from the gateway to the services. Stripped from outside requests. */
export const PRINCIPAL_HEADER = 'x-principal';

/** A person who signed in at the identity provider and need not have an account (decision 0129). */
export interface SignedUser {
  /** The user claim of the token. */
  readonly subject: string;
  /** Its organization claim. */
  readonly organization: string;
}

/** The caller: an account of an institution, a user, or one of the services acting for itself. */
export type SignedCaller =
  | { readonly kind: 'user'; readonly user: SignedUser }
  | { readonly kind: 'account'; readonly principal: Principal }
  | { readonly kind: 'service'; readonly service: ServiceName };

/** Validity of a signed principal. */
export const PRINCIPAL_LIFETIME_MS = 30_000;

/** A signature is used for this part of its life, so that a service can pass it on. */
export const PRINCIPAL_SIGNED_FOR_MS = PRINCIPAL_LIFETIME_MS / 3;

/** Maximum size of the remembered headers, in characters: those of many memberships are long. */
const REMEMBERED_CHARACTERS = 16 * 1_048_576;

interface Claims {
  /** The account that the signer vouches for; absent: the signer acts for itself. */
  readonly principal?: Principal;
  /** The user that the signer vouches for. */
  readonly user?: SignedUser;
  /** Milliseconds since the epoch. */
  readonly expires: number;
}

interface Verified {
  readonly caller: SignedCaller;
  readonly expires: number;
}

/**
 * Signs callers with the Ed25519 key of one process, as `<signer>.<claims>.<signature>` (decision
 * 0064). A signature costs 30 microseconds and its verification 80, so callers reuse the header.
 */
export class PrincipalSigner {
  private own: { readonly header: string; readonly signAgainAt: number } | undefined;

  constructor(
    readonly service: ServiceName,
    private readonly key: KeyObject,
  ) {}

  /** The header of an account. Services accept it from the gateway alone. */
  sign(principal: Principal, lifetimeMs = PRINCIPAL_LIFETIME_MS): string {
    return this.signed({ principal, expires: Date.now() + lifetimeMs });
  }

  /** The header of a user. Services accept it from the gateway alone. */
  signUser(user: SignedUser): string {
    return this.signed({ user, expires: Date.now() + PRINCIPAL_LIFETIME_MS });
  }

  /** The header of this process itself; signed once, and again when a third of its life is over. */
  ourselves(): string {
    const now = performance.now();
    if (this.own === undefined || now >= this.own.signAgainAt) {
      const header = this.signed({ expires: Date.now() + PRINCIPAL_LIFETIME_MS });
      this.own = { header, signAgainAt: now + PRINCIPAL_SIGNED_FOR_MS };
    }
    return this.own.header;
  }

  private signed(claims: Claims): string {
    const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
    const text = `${this.service}.${payload}`;
    return `${text}.${sign(null, Buffer.from(text), this.key).toString('base64url')}`;
  }
}

/**
 * Verifies signed callers with public keys. A service refuses a request without a valid one, so
 * reaching a service directly gains nothing (design 3).
 */
export class PrincipalVerifier {
  /** A header value is verified once and remembered: the gateway repeats it for seconds. */
  private readonly verified = new LRUCache<string, Verified>({
    max: 5_000,
    maxSize: REMEMBERED_CHARACTERS,
    sizeCalculation: (_verified, header) => header.length,
  });

  constructor(
    private readonly keys: PrincipalKeys,
    /** Whether an institution may have moved its clock: in a sandbox only (decision 0085). */
    private readonly allowsMovedClocks = false,
  ) {}

  /** The caller, or undefined when the header is absent, forged or expired. */
  verify(header: string | readonly string[] | undefined): SignedCaller | undefined {
    if (typeof header !== 'string') return undefined;
    const known = this.verified.get(header) ?? this.check(header);
    return known !== undefined && known.expires > Date.now() ? known.caller : undefined;
  }

  private check(header: string): Verified | undefined {
    const [signer, payload, signature, ...rest] = header.split('.');
    if (!signer || !payload || !signature || rest.length > 0) return undefined;
    if (!this.isSigned(signer, `${signer}.${payload}`, signature)) return undefined;
    // Only claims that a known key signed reach the parser, so their shape is ours.
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims;
    const caller = callerOf(signer, claims);
    if (caller === undefined || !this.allows(claims)) return undefined;
    const verified = { caller, expires: claims.expires };
    this.verified.set(header, verified);
    return verified;
  }

  private allows({ principal }: Claims): boolean {
    return principal?.clock_offset_seconds === undefined || this.allowsMovedClocks;
  }

  private isSigned(signer: string, text: string, signature: string): boolean {
    const [data, given] = [Buffer.from(text), Buffer.from(signature, 'base64url')];
    return (this.keys.get(signer) ?? []).some((key) => verify(null, data, key, given));
  }
}

/** Undefined where the signer may not vouch for the caller: only the gateway signs accounts and users. */
function callerOf(signer: string, { principal, user }: Claims): SignedCaller | undefined {
  if (principal !== undefined) {
    return signer === 'gateway' ? { kind: 'account', principal } : undefined;
  }
  if (user !== undefined) return signer === 'gateway' ? { kind: 'user', user } : undefined;
  const service = SERVICE_NAMES.find((name) => name === signer);
  return service && { kind: 'service', service };
}
