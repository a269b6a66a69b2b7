import { bounded } from './quoted.js';
import { ERROR_STATUS, type ErrorCode, type ItemError } from './error-codes.js';
import { REASONS, type Reason, type ReasonOf } from './reasons.js';

/**
 * A violated rule of the domain. The error filter converts it to the error envelope with the code
 * and the status of its reason (contract 7.1, 7.2); `message` becomes `detail`, is visible to the
 * caller, and has at most 4,000 characters.
 */
export class DomainError extends Error {
  constructor(
    readonly reason: Reason,
    message: string,
    options?: ErrorOptions & { readonly errors?: readonly ItemError[] },
  ) {
    super(bounded(message), options);
    this.name = 'DomainError';
    this.errors = options?.errors;
  }

  readonly errors: readonly ItemError[] | undefined;

  get code(): ErrorCode {
    return REASONS[this.reason].code;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** An error of a kind; without a reason of its own it has the kind's general one. */
const errorOf =
  <R extends Reason>(general: R) =>
  (...[first, second]: readonly [message: string] | readonly [reason: R, message: string]) =>
    second === undefined ? new DomainError(general, first) : new DomainError(first as R, second);

export const invalid = errorOf<ReasonOf<'VALIDATION_ERROR'>>('invalid_value');
export const denied = errorOf<ReasonOf<'PERMISSION_DENIED'>>('role_missing');
export const notFound = errorOf<ReasonOf<'RESOURCE_NOT_FOUND'>>('not_found');
export const conflict = errorOf<ReasonOf<'RESOURCE_CONFLICT'>>('already_exists');
export const operationFailed = (
  reason: ReasonOf<'OPERATION_FAILED'>,
  message: string,
  cause?: unknown,
) => new DomainError(reason, message, { cause });
