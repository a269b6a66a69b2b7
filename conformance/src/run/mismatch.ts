import type { Answer } from '../http/answer.js';

export interface Failure {
  readonly expected: string;
  readonly got: string;
  /** The exchange with the difference. */
  readonly answer?: Answer | undefined;
}

/** A difference between the system and the contract. */
export class Mismatch extends Error implements Failure {
  constructor(
    readonly expected: string,
    readonly got: string,
    readonly answer?: Answer,
  ) {
    super(`expected ${expected}, got ${got}`);
  }
}
