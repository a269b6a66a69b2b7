import type { StatefulServiceName } from '@ndx/contracts';
import { FailoverSystem } from './failover-system.js';
import { ReplicatedSystem } from './replicated-system.js';
import { System, type BusKind } from './system.js';

type Running =
  | { readonly kind: 'single'; readonly system: System }
  | { readonly kind: 'failover'; readonly services: string; readonly system: FailoverSystem }
  | { readonly kind: 'replicated'; readonly system: ReplicatedSystem };

/** The systems of scenarios, one after the other: two at once are too much for a small machine. */
export class Systems {
  private running: Running | undefined;

  constructor(readonly bus: BusKind) {}

  /** The system with one process of each service; reused until another kind is requested. */
  async single(): Promise<System> {
    if (this.running?.kind === 'single') return this.running.system;
    await this.stop();
    const system = await System.start(this.bus);
    this.running = { kind: 'single', system };
    return system;
  }

  /** The system with a standby of some databases; reused until another one is requested. */
  async failover(of: readonly StatefulServiceName[]): Promise<FailoverSystem> {
    const { running } = this;
    const services = of.join();
    if (running?.kind === 'failover' && running.services === services) return running.system;
    await this.stop();
    const system = await FailoverSystem.start(this.bus, of);
    this.running = { kind: 'failover', services, system };
    return system;
  }

  /** A new system in which each process can have two replicas. */
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
