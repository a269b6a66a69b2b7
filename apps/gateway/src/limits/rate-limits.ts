import { DomainError } from '@ndx/contracts';
import { nameOf, type Limited } from './limited.js';
import { WINDOW_SECONDS, type Count, type Counter } from './counter.js';

/** The limited buckets: all requests of an institution, and its billable queries. */
export const BUCKETS = ['requests', 'queries'] as const;
export type BucketName = (typeof BUCKETS)[number];

/** Maximum per institution and minute; 0 for no limit. */
export type Limits = Readonly<Record<BucketName, number>>;

const COUNTED: Readonly<Record<BucketName, string>> = {
  requests: 'requests',
  queries: 'billable queries',
};

/** Rate limits per institution, and per person who has none, with the fields of draft-ietf-httpapi-ratelimit-headers. */
export class RateLimits {
  /** `RateLimit-Policy`: the same on every response; undefined without limits. */
  readonly policy: string | undefined;

  constructor(
    private readonly limits: Limits,
    private readonly counter: Counter,
    /** Called for each rejected request. */
    private readonly onRefusal: (bucket: BucketName) => void,
  ) {
    const limited = BUCKETS.filter((bucket) => limits[bucket] > 0);
    const policy = limited.map((name) => `"${name}";q=${limits[name]};w=${WINDOW_SECONDS}`);
    this.policy = policy.length === 0 ? undefined : policy.join(', ');
  }

  /** Consumes one of a bucket of an institution or a person; undefined without a limit. */
  async take(bucket: BucketName, limited: Limited): Promise<Taken | undefined> {
    const limit = this.limits[bucket];
    if (limit === 0) return undefined;
    const count = await this.counter.count(`${bucket}:${limited.entityId}`, limit);
    const taken = new Taken(bucket, limited, limit, count);
    if (taken.refusal !== undefined) this.onRefusal(bucket);
    return taken;
  }
}

/** The state of a bucket after a request. */
export class Taken {
  /** This bucket's item of `RateLimit`. */
  readonly item: string;
  /** Seconds until the bucket has more quota. */
  readonly freesIn: number;
  /** The reason for rejecting the request; undefined within the limit. */
  readonly refusal: DomainError | undefined;

  constructor(bucket: BucketName, limited: Limited, limit: number, { used, freesInMs }: Count) {
    // Rounded up: otherwise a client would retry too early.
    this.freesIn = Math.max(1, Math.ceil(freesInMs / 1_000));
    this.item = `"${bucket}";r=${Math.max(0, limit - used)};t=${this.freesIn}`;
    const detail = `${nameOf(limited)} has sent as many ${COUNTED[bucket]} as it may in a minute`;
    this.refusal = used > limit ? new DomainError('rate_limited', detail) : undefined;
  }
}
