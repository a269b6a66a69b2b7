import { setTimeout as pause } from 'node:timers/promises';
import { describeError } from '@ndx/contracts';
import { JwksClient } from 'jwks-rsa';
import { LRUCache } from 'lru-cache';
import type { KeySetReading } from '../metrics/gateway-metrics.js';
import { Refusal } from './refusal.js';
import type { SigningAlgorithm } from './token-header.js';
import { usableKeys, type UsableKey } from './usable-keys.js';

const REFRESH_INTERVAL_MS = 1_000;
/** A key id that was requested before its publication is requested again after this time. */
const ABSENT_FOR_MS = 5_000;
const FETCH_TIMEOUT_MS = 5_000;
const NO_KEYS: ReadonlyMap<string, UsableKey> = new Map();

/** Receives the results of fetches. */
export interface KeySetListener {
  /** Called for each fetch. */
  onReading(outcome: KeySetReading): void;
  /** Called when a refresh fails: cached keys stay valid for a configured time. */
  onStale(error: unknown): void;
  /** Called when a fetch fails for a new reason and there are no keys: no token can be verified. */
  onUnavailable(error: unknown): void;
  /** Called when the list of unusable published keys changes. */
  onRefused(keys: readonly string[]): void;
}

export interface KeySetTimes {
  /** Refresh interval of the key set. */
  readonly refreshMs: number;
  /** Maximum age of cached keys that could not be refreshed. */
  readonly maxAgeMs: number;
}

/**
 * The identity provider's published keys (contract 5.3a). An unknown `kid` triggers a fetch, at
 * most once a second, so that the first token with a new key works within about a second and a
 * flood of invented ids costs no more than that. Keys are also fetched at an interval, which limits
 * the use of a withdrawn key. Any answer without a key withdraws it; without an answer, cached keys
 * stay valid for a bounded time. Each fetch reads the address of the key set again, because a provider
 * can move it.
 */
export class KeySet {
  private keys: ReadonlyMap<string, UsableKey> = new Map();
  /** Key ids that a fetch has not found: they do not trigger another fetch. */
  private readonly absent = new LRUCache<string, true>({ max: 10_000, ttl: ABSENT_FOR_MS });
  private waiting: Promise<void> | undefined;
  private running: Promise<void> = Promise.resolve();
  private startedAt = -Infinity;
  /**
   * The time of the request for the cached keys; by the clock of `performance.now`, like
   * `startedAt`.
   */
  private readAt = -Infinity;
  private refused = '';
  private unavailable = '';
  private readonly timer: NodeJS.Timeout;

  constructor(
    /** Locates the key set. */
    private readonly locate: () => Promise<string>,
    /** The algorithms that the operator allows. */
    readonly algorithms: readonly SigningAlgorithm[],
    private readonly times: KeySetTimes,
    private readonly listener: KeySetListener,
  ) {
    this.timer = setInterval(() => {
      this.refresh().catch((error: unknown) => {
        if (this.knownKeys().size > 0) listener.onStale(error);
      });
    }, times.refreshMs).unref();
  }

  /** Whether the cached key set has this key. */
  holds(kid: string, pem: string): boolean {
    return this.knownKeys().get(kid)?.pem === pem;
  }

  /**
   * The public key with this id, or undefined when the provider does not publish it.
   * @throws Refusal `unavailable` when the key is unknown and the key set cannot be read
   */
  async find(kid: string): Promise<UsableKey | undefined> {
    const known = this.knownKeys().get(kid);
    if (known !== undefined) return known;
    if (this.absent.has(kid)) return undefined;
    await this.refresh();
    const found = this.knownKeys().get(kid);
    if (found === undefined) this.absent.set(kid, true);
    return found;
  }

  /** Undefined while there are keys, else the reason why there are none. */
  async problem(): Promise<string | undefined> {
    if (this.knownKeys().size > 0) return undefined;
    try {
      await this.refresh();
      return this.knownKeys().size > 0 ? undefined : 'the key set has no usable key';
    } catch (error) {
      const cause = error instanceof Refusal ? error.cause : error;
      return `the key set cannot be read: ${describeError(cause)}`;
    }
  }

  close(): void {
    clearInterval(this.timer);
  }

  private knownKeys(): ReadonlyMap<string, UsableKey> {
    return performance.now() < this.readAt + this.times.maxAgeMs ? this.keys : NO_KEYS;
  }

  /** Joins the next fetch: one in flight may have been answered before the key was published. */
  private refresh(): Promise<void> {
    this.waiting ??= this.next(this.running);
    return this.waiting;
  }

  private async next(previous: Promise<void>): Promise<void> {
    await Promise.allSettled([previous]);
    const wait = this.startedAt + REFRESH_INTERVAL_MS - performance.now();
    if (wait > 0) await pause(wait);
    this.startedAt = performance.now();
    const running = this.fetch();
    this.running = running;
    this.waiting = undefined;
    await running;
  }

  private async fetch(): Promise<void> {
    const askedAt = this.startedAt;
    try {
      const jwksUri = await this.locate();
      const client = new JwksClient({ jwksUri, cache: false, timeout: FETCH_TIMEOUT_MS });
      const published: unknown = await client.getKeys();
      if (!Array.isArray(published)) throw new Error('the response is not a key set');
      const { keys, refused } = usableKeys(published, this.algorithms);
      this.keys = keys;
      this.readAt = askedAt;
      this.unavailable = '';
      this.listener.onReading('read');
      this.reportRejected(refused);
    } catch (error) {
      this.listener.onReading('failed');
      if (this.knownKeys().size === 0) this.reportUnavailable(error);
      throw new Refusal('unavailable', { cause: error });
    }
  }

  private reportUnavailable(error: unknown): void {
    const reason = describeError(error);
    if (reason !== this.unavailable) this.listener.onUnavailable(error);
    this.unavailable = reason;
  }

  private reportRejected(refused: readonly string[]): void {
    const names = refused.join();
    if (names !== this.refused && refused.length > 0) this.listener.onRefused(refused);
    this.refused = names;
  }
}
