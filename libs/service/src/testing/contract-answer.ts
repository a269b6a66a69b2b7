import { ERROR_STATUS } from '@ndx/contracts';
import type { Answer } from './requests.js';

const SHAPE_FAULT = /^(body|query|path|header)( -> .*)?: .+$/s;

/**
 * Whether a response has a status and a shape of the contract (7.1 to 7.4), for arbitrary input,
 * which must never cause a 5xx.
 */
export function isContractAnswer({ status, body }: Answer<unknown>): boolean {
  if (status === 200) return typeof body === 'object' && body !== null;
  if (status === 204) return body === undefined;
  if (typeof body !== 'object' || body === null || !('detail' in body)) return false;
  const { detail, ...rest } = body;
  if (typeof detail !== 'string' || detail === '') return false;
  if (status === 422) return SHAPE_FAULT.test(detail) && Object.keys(rest).length === 0;
  const codes = Object.entries(ERROR_STATUS).filter(([, of]) => of === status && of < 500);
  return 'error_code' in rest && codes.some(([code]) => code === rest.error_code);
}
