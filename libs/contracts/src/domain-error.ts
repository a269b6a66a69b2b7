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

export const invalid = (reason: ReasonOf<'VALIDATION_ERROR'>, message: string) =>
  new DomainError(reason, message);
export const denied = (reason: ReasonOf<'PERMISSION_DENIED'>, message: string) =>
  new DomainError(reason, message);
export const notFound = (reason: ReasonOf<'RESOURCE_NOT_FOUND'>, message: string) =>
  new DomainError(reason, message);
export const conflict = (reason: ReasonOf<'RESOURCE_CONFLICT'>, message: string) =>
  new DomainError(reason, message);
export const operationFailed = (
  reason: ReasonOf<'OPERATION_FAILED'>,
  message: string,
  cause?: unknown,
) => new DomainError(reason, message, { cause });
