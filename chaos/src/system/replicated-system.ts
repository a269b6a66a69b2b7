import { join } from 'node:path';
import { SERVICE_NAMES, type ServiceName } from '@ndx/contracts';
import { LocalPostgres } from '@ndx/local-infra';
import pg from 'pg';
import { LoadBalancer } from './load-balancer.js';
import { Replica } from './replica.js';
import { startSecond } from './second-process.js';
import { System, type BusKind } from './system.js';

const quiet = () => undefined;

/**
 * An exchange whose processes are reached through load balancers, so that each can have two
 * replicas: on one database, in one consumer group. It starts with one of each.
 */
export class ReplicatedSystem {
  private constructor(
    readonly system: System,
    private readonly balancers: ReadonlyMap<ServiceName, LoadBalancer>,
    readonly firsts: readonly Replica[],
    private readonly second: Replica[] = [],
  ) {}

  static async start(bus: BusKind): Promise<ReplicatedSystem> {
    const balancers = new Map<ServiceName, LoadBalancer>();
    const closeDoors = () =>
      Promise.all([...balancers.values()].map((balancer) => balancer.close()));
    try {
      const system = await System.start(bus, {
        manyClients: true,
        prepare: keepCommitTimes,
        putBehind: async (service, port) => {
          const balancer = await LoadBalancer.open();
          balancers.set(service, balancer);
          balancer.add(port);
          return balancer.port;
        },
      });
      const firsts = SERVICE_NAMES.map((service) => {
        const { PORT, METRICS_PORT = PORT } = system.network.environment(service);
        return new Replica({
          service,
          name: 'first',
          process: system.process(service),
          port: Number(PORT),
          metricsPort: Number(METRICS_PORT),
          balancer: balancerOf(balancers, service),
        });
      });
      return new ReplicatedSystem(system, balancers, firsts);
    } catch (error) {
      await closeDoors();
      throw error;
    }
  }

  get seconds(): readonly Replica[] {
    return this.second;
  }

  get replicas(): readonly Replica[] {
    return [...this.firsts, ...this.second];
  }

  /** Starts the second replica of every service, once; each joins when it is ready. */
  async startSeconds(): Promise<void> {
    await Promise.all(SERVICE_NAMES.map((service) => this.startSecond(service)));
  }

  /** Starts the second replica of one service; it joins when it is ready. */
  async startSecond(service: ServiceName): Promise<void> {
    const { process, port, metricsPort } = await startSecond(this.system, service);
    const balancer = balancerOf(this.balancers, service);
    const replica = new Replica({ service, name: 'second', process, port, metricsPort, balancer });
    this.second.push(replica);
    await replica.join();
  }

  async stop(): Promise<void> {
    await Promise.all(this.second.map((replica) => replica.stop()));
    await this.system.stop();
    await Promise.all([...this.balancers.values()].map((balancer) => balancer.close()));
  }
}

function balancerOf(
  balancers: ReadonlyMap<ServiceName, LoadBalancer>,
  service: ServiceName,
): LoadBalancer {
  const balancer = balancers.get(service);
  if (!balancer) throw new Error(`${service} has no balancer`);
  return balancer;
}

/** Makes Postgres record the commit time of transactions. */
async function keepCommitTimes(dataDir: string): Promise<void> {
  const postgres = await LocalPostgres.start({
    dataDir: join(dataDir, 'postgres'),
    log: quiet,
  });
  const client = new pg.Client({ connectionString: postgres.url('postgres') });
  await client.connect();
  await client.query('alter system set track_commit_timestamp = on');
  await client.end();
  await postgres.stop();
}
