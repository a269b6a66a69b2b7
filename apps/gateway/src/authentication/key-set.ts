import { setTimeout as pause } from 'node:timers/promises';
import { JwksClient } from 'jwks-rsa';
import { LRUCache } from 'lru-cache';
import type { KeySetReading } from '../metrics/gateway-metrics.js';
import { Refusal } from './refusal.js';

const REFRESH_INTERVAL_MS = 1_000;
/** A name that was tried before its key was published is looked for again after this. */
const ABSENT_FOR_MS = 5_000;
const FETCH_TIMEOUT_MS = 5_000;

/** Who hears of the key set. */
export interface KeySetListener {
  /** Told of each fetch. */
  onReading(outcome: KeySetReading): void;
  /** Told when the keys cannot be fetched again: those that are known go on. */
  onStale(error: unknown): void;
}

/**
 * The identity provider's published keys (contract 5.3a). They are fetched when a `kid` is not
 * among them, at most once in a second however many ask, so that a new key is found within about a
 * second by its first token and a flood of invented ones costs no more than that. They are fetched
 * at an interval too, so that a key that is withdrawn opens nothing for longer than that.
 */
export class KeySet {
  private readonly client: JwksClient;
  private keys: ReadonlyMap<string, string> = new Map();
  /** Names that a fetch has not found: one such name does not trigger another fetch. */
  private readonly absent = new LRUCache<string, true>({ max: 10_000, ttl: ABSENT_FOR_MS });
  private waiting: Promise<void> | undefined;
  private running: Promise<void> = Promise.resolve();
  private startedAt = -Infinity;
  private readonly timer: NodeJS.Timeout;

  constructor(
    jwksUri: string,
    refreshMs: number,
    private readonly listener: KeySetListener,
  ) {
    this.client = new JwksClient({ jwksUri, cache: false, timeout: FETCH_TIMEOUT_MS });
    this.timer = setInterval(() => {
      this.refresh().catch((error: unknown) => listener.onStale(error));
    }, refreshMs).unref();
  }

  /** Whether the key is published under that name, as far as is known. */
  holds(kid: string, key: string): boolean {
    return this.keys.get(kid) === key;
  }

  /**
   * The public key of that name as PEM, or undefined when the provider publishes none.
   * @throws Refusal `unavailable` when the key is not known and the key set cannot be read
   */
  async find(kid: string): Promise<string | undefined> {
    const known = this.keys.get(kid);
    if (known !== undefined) return known;
    if (this.absent.has(kid)) return undefined;
    await this.refresh();
    const found = this.keys.get(kid);
    if (found === undefined) this.absent.set(kid, true);
    return found;
  }

  /** Undefined once the keys have been read, else why they cannot be. */
  async problem(): Promise<string | undefined> {
    if (this.keys.size > 0) return undefined;
    try {
      await this.refresh();
      return undefined;
    } catch (error) {
      return `the key set cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  close(): void {
    clearInterval(this.timer);
  }

  /**
   * Joins the fetch that has not begun yet: one that is under way may have been answered before
   * the key that is looked for was published.
   */
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
    try {
      const keys = await this.client.getSigningKeys();
      this.keys = new Map(keys.map((key) => [key.kid, key.getPublicKey()]));
      this.listener.onReading('read');
    } catch (error) {
      this.listener.onReading('failed');
      throw new Refusal('unavailable', { cause: error });
    }
  }
}
