import { newId, withoutSecrets } from '@ndx/contracts';

export const REQUEST_ID_HEADER = 'x-request-id';

const SANE = /^[A-Za-z0-9._:-]{1,128}$/;

/**
 * The caller's request id when it is a sane token, else a new one (design 3). It is logged and
 * travels with events: what looks like a secret is none (decision 37).
 */
export function requestIdFrom(header: string | readonly string[] | undefined): string {
  return typeof header === 'string' && SANE.test(header) && withoutSecrets(header) === header
    ? header
    : newId();
}
