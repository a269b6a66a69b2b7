import { NdxConnectionError, type NdxClient } from '@ndx/client';
import { queryOptions } from '@tanstack/react-query';
import type { ServiceName } from './services.js';

/** Until a status is read again. */
export const REFRESH_MS = 4_000;
/**
 * After this time a service counts as silent: less than 10 seconds after it froze. The client of
 * the API ends its attempts before, so the error of a server that answers is shown.
 */
const ANSWER_MS = 5_500;

/** The status that a service reports about itself. */
export function statusQuery(ndx: NdxClient, service: ServiceName) {
  return queryOptions({
    queryKey: ['readServiceStatus', service],
    queryFn: async ({ signal }) => {
      const inTime = AbortSignal.timeout(ANSWER_MS);
      try {
        const request = { path: { service }, signal: AbortSignal.any([signal, inTime]) };
        return (await ndx.readServiceStatus(request)).data;
      } catch (error) {
        if (!inTime.aborted) throw error;
        throw new NdxConnectionError('The service did not answer in time.', { cause: error });
      }
    },
  });
}
