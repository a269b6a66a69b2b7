import type { Choices } from '../choices.js';
import type { Check } from '../report.js';
import type { System } from '../system/system.js';

/** Where a scenario plays: the running system, what is left to chance, and the report that it fills. */
export interface Stage {
  readonly system: System;
  readonly choices: Choices;
  /** The form that CI runs: the same faults, fewer of them. */
  readonly short: boolean;
  /** Says what is done to the system, as it is done. */
  did(deed: string): void;
  counted(...counts: readonly string[]): void;
  checked(...checks: readonly Check[]): void;
}

/** A fault, and what must hold through it. The system is ready before and after. */
export type Scenario = (stage: Stage) => Promise<void>;
