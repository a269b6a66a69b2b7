import { Gauge, type Registry } from 'prom-client';

/** The statistics of a connection pool; a `pg.Pool` has them. */
export interface MeasuredPool {
  readonly totalCount: number;
  readonly idleCount: number;
  /** Number of callers that wait for a connection. */
  readonly waitingCount: number;
  readonly options: { readonly max: number };
}

/** The usage of database connection pools, by name; measured when it is read. */
export class PoolMetrics {
  private readonly pools = new Map<string, MeasuredPool>();

  constructor(registry: Registry) {
    const { pools } = this;
    new Gauge({
      name: 'database_pool_connections',
      help: 'Open connections to the database',
      labelNames: ['pool', 'state'],
      registers: [registry],
      collect() {
        for (const [pool, { totalCount, idleCount }] of pools) {
          this.set({ pool, state: 'idle' }, idleCount);
          this.set({ pool, state: 'busy' }, totalCount - idleCount);
        }
      },
    });
    new Gauge({
      name: 'database_pool_size',
      help: 'Maximum number of connections of the pool',
      labelNames: ['pool'],
      registers: [registry],
      collect() {
        for (const [pool, { options }] of pools) this.set({ pool }, options.max);
      },
    });
    new Gauge({
      name: 'database_pool_waiting',
      help: 'Statements and transactions that wait for a connection',
      labelNames: ['pool'],
      registers: [registry],
      collect() {
        for (const [pool, { waitingCount }] of pools) this.set({ pool }, waitingCount);
      },
    });
  }

  add(name: string, pool: MeasuredPool): void {
    this.pools.set(name, pool);
  }
}
