import type { TokenName } from '../http/request.js';
import type { Kit } from '../kit/kit.js';
import type { Failure } from './mismatch.js';

/** One thing that the contract says, and how to see whether it is so. */
export interface Row {
  /** The section of the contract, e.g. `4.1`, or of the design, e.g. `design 6`. */
  readonly section: string;
  /** A sentence that is true of a system that conforms. */
  readonly says: string;
  /** Rows of one group share one line of the report. */
  readonly group?: string;
  /** Tokens without which it cannot be seen. */
  readonly needs?: readonly TokenName[];
  /** @throws Mismatch where the system does otherwise */
  readonly check: (kit: Kit) => Promise<void>;
}

export type Outcome = { readonly row: Row } & (
  | { readonly verdict: 'passed' }
  | { readonly verdict: 'failed'; readonly failure: Failure }
  | { readonly verdict: 'not run'; readonly reason: string }
);
