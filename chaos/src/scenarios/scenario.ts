import type { Choices } from '../choices.js';
import type { Check } from '../report.js';
import type { FailoverSystem } from '../system/failover-system.js';
import type { ReplicatedSystem } from '../system/replicated-system.js';
import type { System } from '../system/system.js';

/** What any scenario is given, and the report that it fills. */
export interface Setting {
  /** What is left to chance. */
  readonly choices: Choices;
  /** The form that CI runs: the same faults, fewer of them. */
  readonly short: boolean;
  /** Says what is done to the system, as it is done. */
  did(deed: string): void;
  counted(...counts: readonly string[]): void;
  checked(...checks: readonly Check[]): void;
}

/** Where a scenario plays: the running system that it shares with others. */
export interface Stage extends Setting {
  readonly system: System;
}

/** Where one plays that is about replicas: a fresh system of its own. */
export interface ReplicatedStage extends Setting {
  readonly exchange: ReplicatedSystem;
}

/** Where one plays that is about the servers of a database. */
export interface FailoverStage extends Setting {
  readonly exchange: FailoverSystem;
}

/** A fault, and what must hold through it. The system is ready before and after. */
export type Scenario = (stage: Stage) => Promise<void>;

export type ReplicatedScenario = (stage: ReplicatedStage) => Promise<void>;

export type FailoverScenario = (stage: FailoverStage) => Promise<void>;
