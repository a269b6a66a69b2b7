import { AUTHENTICATION_ERRORS } from '@ndx/contracts';

export type RefusalReason = keyof typeof AUTHENTICATION_ERRORS;

// Object.keys returns string[]; the keys are known here.
export const REFUSAL_REASONS = Object.keys(AUTHENTICATION_ERRORS) as RefusalReason[];

/** A rejection by the authentication layer: a row of the contract's table (contract 5). */
export class Refusal extends Error {
  readonly status: number;

  constructor(
    readonly reason: RefusalReason,
    options?: ErrorOptions,
  ) {
    super(AUTHENTICATION_ERRORS[reason].detail, options);
    this.name = 'Refusal';
    this.status = AUTHENTICATION_ERRORS[reason].status;
  }
}
