import type { ServiceName } from '@ndx/contracts';
import { type ManagedProcess, type ProcessEnd } from '@ndx/local-infra';
import { request } from 'undici';
import type { LoadBalancer } from './load-balancer.js';
import { figuresIn, type Figures } from './figures.js';

export interface ReplicaOptions {
  readonly service: ServiceName;
  /** Tells it from the other one. */
  readonly name: string;
  readonly process: ManagedProcess;
  readonly port: number;
  readonly metricsPort: number;
  /** Where clients come from. */
  readonly balancer: LoadBalancer;
}

/** One of several processes of a service. It comes again whenever it has gone, until it is stopped. */
export class Replica {
  readonly service: ServiceName;
  /** The last figures of each process that it was before. */
  private readonly past: Figures[] = [];

  constructor(private readonly options: ReplicaOptions) {
    this.service = options.service;
  }

  get label(): string {
    return `${this.service} (${this.options.name})`;
  }

  /** Waits until it is ready, and sends it work. */
  async join(): Promise<void> {
    await this.options.process.ready();
    this.options.balancer.add(this.options.port);
  }

  /** Goes as a pod does: first it gets no more connections, and then it is asked to end. */
  async leave(): Promise<ProcessEnd> {
    await this.retire();
    return this.options.process.terminate();
  }

  /** As `leave`, for good. */
  async stop(): Promise<void> {
    await this.retire();
    await this.options.process.stop();
  }

  /** Is gone at once, with all that it has in hand. */
  async die(): Promise<void> {
    this.past.push(await this.figures());
    await this.options.process.kill('SIGKILL');
    this.options.balancer.remove(this.options.port);
  }

  /** Of the process that runs now. */
  async figures(): Promise<Figures> {
    const { metricsPort } = this.options;
    const { statusCode, body } = await request(`http://127.0.0.1:${metricsPort}/metrics`);
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${this.label} does not serve its metrics: ${text}`);
    return figuresIn(text, this.service);
  }

  /** What all processes did that it was and is. */
  async allFigures(): Promise<readonly Figures[]> {
    return [...this.past, await this.figures()];
  }

  private async retire(): Promise<void> {
    const { balancer, port, process } = this.options;
    balancer.remove(port);
    this.past.push(await this.figures());
    // Connections are taken in their order: with this one answered, none waits to be taken.
    await process.isReady();
  }
}
