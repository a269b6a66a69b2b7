import { STATEFUL_SERVICE_NAMES, type StatefulServiceName } from '@ndx/contracts';
import { addProcessMetrics, HttpMetrics, PoolMetrics } from '@ndx/telemetry';
import { Counter, Gauge, type Registry } from '@ndx/telemetry';
import { REFUSAL_REASONS, type RefusalReason } from '../authentication/refusal.js';
import { BUCKETS } from '../limits/rate-limits.js';

/** The result of a fetch of the identity provider's key set. */
export type KeySetReading = (typeof READINGS)[number];
const READINGS = ['read', 'failed'] as const;

const LIMITS = [...BUCKETS, 'in_progress', 'credentials'] as const;
export type LimitName = (typeof LIMITS)[number];

/** A request that blocked a process of a service until it was ended, or a later one like it. */
export type BlockingOutcome = (typeof BLOCKING_OUTCOMES)[number];
const BLOCKING_OUTCOMES = ['ended', 'rejected'] as const;

/** Requests to a service by state. */
export interface UpstreamLoad {
  readonly service: string;
  /** Sent, and not answered yet. */
  readonly running: number;
  /** Waiting for their turn or a connection. */
  readonly queued: number;
}

/** The metrics of a gateway; they are declared here, and updated elsewhere. */
export class GatewayMetrics {
  readonly http: HttpMetrics;
  readonly pools: PoolMetrics;
  private readonly readings: Counter<'outcome'>;
  private readonly readAt: Gauge;
  private readonly staleAccounts: Counter;
  private readonly refusals: Counter<'reason'>;
  private readonly limited: Counter<'bucket'>;
  private readonly blocking: Counter<'upstream' | 'outcome'>;
  private loads: () => readonly UpstreamLoad[] = () => [];

  constructor(readonly registry: Registry) {
    const registers = [registry];
    addProcessMetrics(registry);
    this.http = new HttpMetrics(registry);
    this.pools = new PoolMetrics(registry);
    this.readings = new Counter({
      name: 'gateway_key_set_refreshes_total',
      help: "Readings of the identity provider's key set, by whether it could be read",
      labelNames: ['outcome'],
      registers,
    });
    this.readAt = new Gauge({
      name: 'gateway_key_set_read_timestamp_seconds',
      help: 'Time of the last successful refresh of the key set; 0 if there was none',
      registers,
    });
    this.staleAccounts = new Counter({
      name: 'gateway_stale_account_uses_total',
      help: 'Requests accepted with a cached account that the entity service could not confirm in time',
      registers,
    });
    this.refusals = new Counter({
      name: 'gateway_authentication_refusals_total',
      help: 'Requests rejected by authentication, by reason',
      labelNames: ['reason'],
      registers,
    });
    this.limited = new Counter({
      name: 'gateway_rate_limit_refusals_total',
      help: 'Requests rejected by a rate limit, by exhausted bucket',
      labelNames: ['bucket'],
      registers,
    });
    this.blocking = new Counter({
      name: 'gateway_blocking_requests_total',
      help: 'Requests that blocked a process of a service until it was ended, and later ones that were rejected',
      labelNames: ['upstream', 'outcome'],
      registers,
    });
    // A counter that starts with its first failure would not show an increase.
    for (const outcome of READINGS) this.readings.inc({ outcome }, 0);
    for (const reason of REFUSAL_REASONS) this.refusals.inc({ reason }, 0);
    for (const bucket of LIMITS) this.limited.inc({ bucket }, 0);
    for (const upstream of STATEFUL_SERVICE_NAMES) {
      for (const outcome of BLOCKING_OUTCOMES) this.blocking.inc({ upstream, outcome }, 0);
    }
    const loads = () => this.loads();
    new Gauge({
      name: 'gateway_upstream_requests',
      help: 'Requests to a service that are running, or queued for their turn',
      labelNames: ['upstream', 'state'],
      registers,
      collect() {
        for (const { service: upstream, running, queued } of loads()) {
          this.set({ upstream, state: 'running' }, running);
          this.set({ upstream, state: 'queued' }, queued);
        }
      },
    });
  }

  keySetRefreshed(outcome: KeySetReading): void {
    this.readings.inc({ outcome });
    if (outcome === 'read') this.readAt.setToCurrentTime();
  }

  staleAccountUsed(): void {
    this.staleAccounts.inc();
  }

  refused(reason: RefusalReason): void {
    this.refusals.inc({ reason });
  }

  limitReached(bucket: LimitName): void {
    this.limited.inc({ bucket });
  }

  countBlocking(upstream: StatefulServiceName, outcome: BlockingOutcome): void {
    this.blocking.inc({ upstream, outcome });
  }

  observeUpstreams(loads: () => readonly UpstreamLoad[]): void {
    this.loads = loads;
  }
}
