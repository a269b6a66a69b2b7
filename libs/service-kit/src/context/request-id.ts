import { newId } from '@ndx/contracts';

export const REQUEST_ID_HEADER = 'x-request-id';

const SANE = /^[A-Za-z0-9._:-]{1,128}$/;

/** The caller's request id when it is a sane token, else a new one (design 3). */
export function requestIdFrom(header: string | readonly string[] | undefined): string {
  return typeof header === 'string' && SANE.test(header) ? header : newId();
}
