import { FailoverSystem } from './failover-system.js';
import { ReplicatedSystem } from './replicated-system.js';
import { System, type BusKind } from './system.js';

type Running =
  | { readonly kind: 'single'; readonly system: System }
  | { readonly kind: 'failover'; readonly system: FailoverSystem }
  | { readonly kind: 'replicated'; readonly system: ReplicatedSystem };

/** What scenarios play on, one after the other: two systems at once are more than a small machine can do. */
export class Systems {
  private running: Running | undefined;

  constructor(readonly bus: BusKind) {}

  /** The system with one process of each service; the same one until another kind is asked for. */
  async single(): Promise<System> {
    if (this.running?.kind === 'single') return this.running.system;
    await this.stop();
    const system = await System.start(this.bus);
    this.running = { kind: 'single', system };
    return system;
  }

  /** The one with a standby of some databases; the same one until another kind is asked for. */
  async failover(): Promise<FailoverSystem> {
    if (this.running?.kind === 'failover') return this.running.system;
    await this.stop();
    const system = await FailoverSystem.start(this.bus);
    this.running = { kind: 'failover', system };
    return system;
  }

  /** A fresh one in which each process can be two. */
  async replicated(): Promise<ReplicatedSystem> {
    await this.stop();
    const system = await ReplicatedSystem.start(this.bus);
    this.running = { kind: 'replicated', system };
    return system;
  }

  async stop(): Promise<void> {
    const { running } = this;
    this.running = undefined;
    await running?.system.stop();
  }
}
