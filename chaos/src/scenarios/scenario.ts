import type { Choices } from '../choices.js';
import type { Check } from '../report.js';
import type { FailoverSystem } from '../system/failover-system.js';
import type { ReplicatedSystem } from '../system/replicated-system.js';
import type { System } from '../system/system.js';

/** The context of any scenario, and the report that it fills. */
export interface Setting {
  /** The random choices. */
  readonly choices: Choices;
  /** The form for CI: the same faults, fewer of them. */
  readonly short: boolean;
  /** Records an injected fault. */
  did(deed: string): void;
  counted(...counts: readonly string[]): void;
  checked(...checks: readonly Check[]): void;
}

/** A scenario on the shared system. */
export interface Stage extends Setting {
  readonly system: System;
}

/** A scenario about replicas, on a new system. */
export interface ReplicatedStage extends Setting {
  readonly exchange: ReplicatedSystem;
}

/** A scenario about the servers of a database. */
export interface FailoverStage extends Setting {
  readonly exchange: FailoverSystem;
}

/** A fault with its checks. The system is ready before and after. */
export type Scenario = (stage: Stage) => Promise<void>;

export type ReplicatedScenario = (stage: ReplicatedStage) => Promise<void>;

export type FailoverScenario = (stage: FailoverStage) => Promise<void>;
