import { AUTHENTICATION_ERRORS, ERROR_STATUS } from '@ndx/contracts';
import type { Answer } from '../system/caller.js';

/** Whether a server error has the contract's shape (contract 5, 7.1, 7.2). */
export function isContractFailure({ status, body }: Answer): boolean {
  const { detail, error_code: code } = (body ?? {}) as Readonly<Record<string, unknown>>;
  if (status !== 500 || typeof detail !== 'string') return false;
  return code === undefined
    ? detail === AUTHENTICATION_ERRORS.unavailable.detail
    : FAILURES.some((known) => known === code);
}

const FAILURES = Object.entries(ERROR_STATUS)
  .filter(([, status]) => status === 500)
  .map(([code]) => code);
