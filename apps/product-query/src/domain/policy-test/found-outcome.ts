import type { Outcome } from './policy-test.js';

/** A section of a certificate, as a query returns it. */
export interface FoundSection {
  readonly furnishing_entity_id: string;
  readonly assertions: Readonly<Record<string, unknown>>;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A group of outputs with one source, as a query returns them. */
export interface FoundGroup {
  readonly furnishing_entity_id: string;
  readonly outputs: Readonly<Record<string, unknown>>;
}

/** The answer to the query of a test. */
export interface FoundOutcome {
  readonly outcome: Outcome;
  /** Of a refusal, or the distinct ones for which records of missing sections were excluded. */
  readonly reasons: readonly string[];
  /** Each section, null where it is absent; undefined without a certificate. */
  readonly result?: Readonly<Record<string, FoundSection | null>>;
  /** Each group of a template, null without a source; undefined without an answer. */
  readonly groups?: Readonly<Record<string, FoundGroup | null>>;
}
