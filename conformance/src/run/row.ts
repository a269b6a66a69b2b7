import type { TokenName } from '../http/request.js';
import type { Kit } from '../kit/kit.js';
import type { Failure } from './mismatch.js';

/** One statement of the contract, and its check. */
export interface Row {
  /** The section of the contract, e.g. `4.1`, or of the design, e.g. `design 6`. */
  readonly section: string;
  /** A sentence that is true of a system that conforms. */
  readonly says: string;
  /** Rows of one group share one line of the report, and can run at the same time. */
  readonly group?: string;
  /** The tokens that the check needs. */
  readonly needs?: readonly TokenName[];
  /** @throws Mismatch when the statement is false */
  readonly check: (kit: Kit) => Promise<void>;
}

export type Outcome = { readonly row: Row } & (
  | { readonly verdict: 'passed' }
  | { readonly verdict: 'failed'; readonly failure: Failure }
  | { readonly verdict: 'not run'; readonly reason: string }
);
