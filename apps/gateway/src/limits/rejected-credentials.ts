import { hash } from 'node:crypto';
import { DomainError } from '@ndx/contracts';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { WINDOW_SECONDS } from './counter.js';
import type { LimitRefusal } from './limit-refusal.js';

/** Maximum counted addresses and tokens: a few megabytes. */
const MAX_NAMES = 20_000;
/** Of an IPv6 address: a client has at least a /64. */
const NETWORK_BYTES = 8;

/**
 * The rejected credentials of each address and of each token in a minute. Beyond a limit they are
 * rejected unverified: each costs the verification of a signature or the lookup of an account.
 */
export class RejectedCredentials {
  private readonly counts = new LRUCache<string, number>({
    max: MAX_NAMES,
    ttl: WINDOW_SECONDS * 1_000,
    // A window begins with its first rejection.
    noUpdateTTL: true,
  });

  constructor(
    /** Maximum for an address or a token in a minute; 0 for no limit. */
    private readonly limit: number,
    /** Called for each request that is rejected unverified. */
    private readonly onRefusal: () => void,
  ) {}

  count(address: string, token: string): void {
    if (this.limit === 0) return;
    for (const name of namesOf(address, token)) {
      this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    }
  }

  /** @param isAccepted whether the token was accepted before: it is, whatever its address sent */
  refusal(address: string, token: string, isAccepted: () => boolean): LimitRefusal | undefined {
    if (this.counts.size === 0) return undefined;
    const name = namesOf(address, token).find((one) => (this.counts.get(one) ?? 0) >= this.limit);
    if (name === undefined || isAccepted()) return undefined;
    this.onRefusal();
    return {
      error: new DomainError(
        'rate_limited',
        'as many credentials of the address, or like this one, were rejected as may be in a minute',
      ),
      retryAfterSeconds: Math.max(1, Math.ceil(this.counts.getRemainingTTL(name) / 1_000)),
    };
  }
}

function namesOf(address: string, token: string): readonly string[] {
  return [
    `address ${networkOf(address)}`,
    `token ${hash('sha256', signedPartOf(token), 'base64')}`,
  ];
}

/** A proxy may forward a malformed address. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  return ipaddr.process(address).toByteArray().slice(0, NETWORK_BYTES).join('.');
}

/**
 * The token without its signature. A shorter prefix would be the same in all tokens of a provider,
 * so that anyone could have all of them rejected.
 */
function signedPartOf(token: string): string {
  const end = token.lastIndexOf('.');
  return end === -1 ? token : token.slice(0, end);
}
