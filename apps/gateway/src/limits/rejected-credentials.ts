import { hash } from 'node:crypto';
import { DomainError } from '@ndx/contracts';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import type { LimitRefusal } from './limit-refusal.js';
import { SlidingCount } from './sliding-count.js';

/** Maximum counted addresses and tokens: a few megabytes. */
const MAX_NAMES = 20_000;
/** An IPv4 address in IPv6, with a zone. */
const LONGEST_ADDRESS = 64;
/** Of an IPv6 address: a client has at least a /64. */
const NETWORK_BYTES = 8;

/**
 * The rejected credentials of each address and of each token in a minute. Beyond a limit they are
 * rejected unverified: each costs the verification of a signature or the lookup of an account.
 */
export class RejectedCredentials {
  private readonly counts = new LRUCache<string, SlidingCount>({ max: MAX_NAMES });

  constructor(
    /** Maximum for an address or a token in a minute; 0 for no limit. */
    private readonly limit: number,
    /** Called for each request that is rejected unverified. */
    private readonly onRefusal: () => void,
  ) {}

  count(address: string, token: string): void {
    if (this.limit === 0) return;
    const now = performance.now();
    for (const name of namesOf(address, token)) {
      const counted = this.counts.get(name) ?? new SlidingCount();
      if (counted.used(now) < this.limit) counted.add(now);
      this.counts.set(name, counted);
    }
  }

  /** @param isAccepted whether the token was accepted before: it is, whatever its address sent */
  refusal(address: string, token: string, isAccepted: () => boolean): LimitRefusal | undefined {
    if (this.counts.size === 0) return undefined;
    const now = performance.now();
    const full = namesOf(address, token)
      .map((name) => this.counts.get(name))
      .find((counted) => (counted?.used(now) ?? 0) >= this.limit);
    if (full === undefined || isAccepted()) return undefined;
    this.onRefusal();
    return {
      error: new DomainError(
        'rate_limited',
        'as many credentials of the address, or like this one, were rejected as may be in a minute',
      ),
      retryAfterSeconds: Math.max(1, Math.ceil(full.freesInMs(now) / 1_000)),
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
  if (address.length > LONGEST_ADDRESS || !ipaddr.isValid(address)) return 'unknown';
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
