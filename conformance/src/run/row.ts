import type { Kit, Need } from '../kit/kit.js';
import type { Failure } from './mismatch.js';

/** One statement of the contract, and its check. */
export interface Row {
  /** The section of the contract, e.g. `4.1`, or of the design, e.g. `design 6`. */
  readonly section: string;
  /** A sentence that is true of a system that conforms. */
  readonly says: string;
  /** Rows of one group share one line of the report, and can run at the same time. */
  readonly group?: string;
  /** What the check needs besides the kit's own token. */
  readonly needs?: readonly Need[];
  /** @throws Mismatch when the statement is false */
  readonly check: (kit: Kit) => Promise<void>;
}

export type Outcome = { readonly row: Row } & (
  | { readonly verdict: 'passed' }
  | { readonly verdict: 'failed'; readonly failure: Failure }
  | { readonly verdict: 'not run'; readonly reason: string }
);
