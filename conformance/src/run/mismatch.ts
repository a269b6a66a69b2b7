import type { Answer } from '../http/answer.js';

export interface Failure {
  readonly expected: string;
  readonly got: string;
  /** The exchange in which it showed. */
  readonly answer?: Answer | undefined;
}

/** The system does otherwise than the contract says. */
export class Mismatch extends Error implements Failure {
  constructor(
    readonly expected: string,
    readonly got: string,
    readonly answer?: Answer,
  ) {
    super(`expected ${expected}, got ${got}`);
  }
}
