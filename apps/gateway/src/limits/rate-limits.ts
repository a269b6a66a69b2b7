import { DomainError } from '@ndx/contracts';
import { WINDOW_SECONDS, type Count, type Counter } from './counter.js';

/** What is limited: everything that an institution sends, and what it is billed for. */
export const BUCKETS = ['requests', 'queries'] as const;
export type BucketName = (typeof BUCKETS)[number];

/** How many an institution may send in a minute; 0 for any number. */
export type Limits = Readonly<Record<BucketName, number>>;

const REFUSALS: Readonly<Record<BucketName, string>> = {
  requests: 'the institution has sent as many requests as it may in a minute',
  queries: 'the institution has sent as many billable queries as it may in a minute',
};

/** An institution's share of the gateway, in the words of draft-ietf-httpapi-ratelimit-headers. */
export class RateLimits {
  /** `RateLimit-Policy`: the same on every answer; undefined where nothing is limited. */
  readonly policy: string | undefined;

  constructor(
    private readonly limits: Limits,
    private readonly counter: Counter,
    /** Told of each that is refused. */
    private readonly onRefusal: (bucket: BucketName) => void,
  ) {
    const limited = BUCKETS.filter((bucket) => limits[bucket] > 0);
    const policy = limited.map((name) => `"${name}";q=${limits[name]};w=${WINDOW_SECONDS}`);
    this.policy = policy.length === 0 ? undefined : policy.join(', ');
  }

  /** Takes one from a bucket of an institution; undefined where the bucket has no bottom. */
  async take(bucket: BucketName, entityId: string): Promise<Taken | undefined> {
    const limit = this.limits[bucket];
    if (limit === 0) return undefined;
    const taken = new Taken(bucket, limit, await this.counter.count(`${bucket}:${entityId}`));
    if (taken.refusal !== undefined) this.onRefusal(bucket);
    return taken;
  }

  close(): Promise<void> {
    return this.counter.close();
  }
}

/** What became of a bucket when one was taken. */
export class Taken {
  /** This bucket's item of `RateLimit`. */
  readonly item: string;
  /** Seconds until the bucket is full again. */
  readonly resetsIn: number;
  /** Why it is refused; undefined when there was one left. */
  readonly refusal: DomainError | undefined;

  constructor(bucket: BucketName, limit: number, { used, resetsInMs }: Count) {
    // Rounded down, a client would come back too early.
    this.resetsIn = Math.max(1, Math.ceil(resetsInMs / 1_000));
    this.item = `"${bucket}";r=${Math.max(0, limit - used)};t=${this.resetsIn}`;
    this.refusal =
      used > limit ? new DomainError('RATE_LIMIT_EXCEEDED', REFUSALS[bucket]) : undefined;
  }
}
