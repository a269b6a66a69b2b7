import type { ServiceName } from '@ndx/contracts';
import { type ManagedProcess, type ProcessEnd } from '@ndx/local-infra';
import { request } from 'undici';
import type { LoadBalancer } from './load-balancer.js';
import { figuresIn, type Figures } from './figures.js';

export interface ReplicaOptions {
  readonly service: ServiceName;
  /** Distinguishes it from the other one. */
  readonly name: string;
  readonly process: ManagedProcess;
  readonly port: number;
  readonly metricsPort: number;
  /** The address for clients. */
  readonly balancer: LoadBalancer;
}

/** One of several processes of a service. It is restarted after every exit, until it is stopped. */
export class Replica {
  readonly service: ServiceName;
  /** The last figures of each of its previous processes. */
  private readonly past: Figures[] = [];

  constructor(private readonly options: ReplicaOptions) {
    this.service = options.service;
  }

  get label(): string {
    return `${this.service} (${this.options.name})`;
  }

  /** Waits until it is ready, and adds it to the load balancer. */
  async join(): Promise<void> {
    await this.options.process.ready();
    this.options.balancer.add(this.options.port);
  }

  /** Leaves like a pod: it gets no more connections, and is then asked to exit. */
  async leave(): Promise<ProcessEnd> {
    await this.retire();
    return this.options.process.terminate();
  }

  /** Like `leave`, without a restart. */
  async stop(): Promise<void> {
    await this.retire();
    await this.options.process.stop();
  }

  /** Is killed with all its requests in flight. */
  async die(): Promise<void> {
    this.past.push(await this.figures());
    await this.options.process.kill('SIGKILL');
    this.options.balancer.remove(this.options.port);
  }

  /** Reads the metrics of the running process. */
  async figures(): Promise<Figures> {
    const { metricsPort } = this.options;
    const { statusCode, body } = await request(`http://127.0.0.1:${metricsPort}/metrics`);
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${this.label} does not serve its metrics: ${text}`);
    return figuresIn(text, this.service);
  }

  /** The sum over all its processes. */
  async allFigures(): Promise<readonly Figures[]> {
    return [...this.past, await this.figures()];
  }

  private async retire(): Promise<void> {
    const { balancer, port, process } = this.options;
    balancer.remove(port);
    this.past.push(await this.figures());
    // Connections are accepted in order: with this one answered, none is waiting.
    await process.isReady();
  }
}
