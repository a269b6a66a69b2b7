import { bounded } from './quoted.js';
import { ERROR_STATUS, type ErrorCode, type ItemError } from './error-codes.js';

/**
 * A violated rule of the domain. The error filter converts it to the error envelope with the status
 * of its code (contract 7.1, 7.2); `message` becomes `detail`, is visible to the caller, and has
 * at most 4,000 characters.
 */
export class DomainError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    options?: ErrorOptions & { readonly errors?: readonly ItemError[] },
  ) {
    super(bounded(message), options);
    this.name = 'DomainError';
    this.errors = options?.errors;
  }

  readonly errors: readonly ItemError[] | undefined;

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

export const invalid = (message: string) => new DomainError('VALIDATION_ERROR', message);
export const denied = (message: string) => new DomainError('PERMISSION_DENIED', message);
export const notFound = (message: string) => new DomainError('RESOURCE_NOT_FOUND', message);
export const conflict = (message: string) => new DomainError('RESOURCE_CONFLICT', message);
export const operationFailed = (message: string, cause?: unknown) =>
  new DomainError('OPERATION_FAILED', message, { cause });
