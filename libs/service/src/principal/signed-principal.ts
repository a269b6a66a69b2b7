import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Principal, ServiceName } from '@ndx/contracts';
import { LRUCache } from 'lru-cache';

/** Carries the signed caller from the gateway to the services. Stripped from outside requests. */
export const PRINCIPAL_HEADER = 'x-principal';

/** Who signed in: an account at an institution, or one of our own services acting for itself. */
export type SignedCaller =
  | { readonly kind: 'account'; readonly principal: Principal }
  | { readonly kind: 'service'; readonly service: ServiceName };

/** How long a signed caller is valid. */
export const PRINCIPAL_LIFETIME_MS = 30_000;

interface Claims {
  readonly caller: SignedCaller;
  /** Milliseconds since the epoch. */
  readonly expires: number;
}

/**
 * Signs and verifies the caller with HMAC-SHA256. A service refuses a request without a valid
 * one, so reaching a service directly gains nothing (design 3).
 */
export class PrincipalSigner {
  /** A header value is verified once and remembered: the gateway repeats it for seconds. */
  private readonly verified = new LRUCache<string, Claims>({ max: 5_000 });

  constructor(private readonly key: string) {}

  sign(caller: SignedCaller, lifetimeMs = PRINCIPAL_LIFETIME_MS): string {
    const claims: Claims = { caller, expires: Date.now() + lifetimeMs };
    const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
    return `${payload}.${this.mac(payload).toString('base64url')}`;
  }

  /** The caller, or undefined when the header is absent, forged or expired. */
  verify(header: string | readonly string[] | undefined): SignedCaller | undefined {
    if (typeof header !== 'string') return undefined;
    const claims = this.verified.get(header) ?? this.check(header);
    return claims !== undefined && claims.expires > Date.now() ? claims.caller : undefined;
  }

  private check(header: string): Claims | undefined {
    const [payload, mac] = header.split('.');
    if (payload === undefined || mac === undefined) return undefined;
    const expected = this.mac(payload);
    const given = Buffer.from(mac, 'base64url');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    // Only what this key signed reaches the parser, so its shape is ours.
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims;
    this.verified.set(header, claims);
    return claims;
  }

  private mac(payload: string): Buffer {
    return createHmac('sha256', this.key).update(payload).digest();
  }
}
