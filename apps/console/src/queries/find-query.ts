import { NdxError, type NdxClient } from '@ndx/client';
import { readPart } from '../app/read-part.js';
import { startOf } from '../parts/periods.js';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The form of a request id (the `X-Request-Id` header). */
const REQUEST_ID = /^[\w\-.:]{1,128}$/;

const LIMIT = 1_000;
const MAX_REQUESTS = 5;

/** The newest queries of the last day among which a request id is searched. */
export const SEARCHED_QUERIES = LIMIT * MAX_REQUESTS;

export function isReference(text: string): boolean {
  return REQUEST_ID.test(text);
}

/**
 * The id of the query event with this `X-Ref-Id`, or with this request id among the newest queries
 * of the last day; undefined for none.
 */
export async function findQuery(
  ndx: NdxClient,
  networkId: string | undefined,
  reference: string,
): Promise<string | undefined> {
  const id = reference.toLowerCase();
  if (UUID.test(id) && (await isQueryEvent(ndx, id))) return id;
  return networkId === undefined ? undefined : byRequestId(ndx, networkId, reference);
}

async function isQueryEvent(ndx: NdxClient, id: string): Promise<boolean> {
  try {
    await ndx.readQueryEvent({ path: { query_event_id: id } });
    return true;
  } catch (error) {
    if (error instanceof NdxError && error.status === 404) return false;
    throw error;
  }
}

async function byRequestId(ndx: NdxClient, networkId: string, requestId: string) {
  const window = { network_id: networkId, from: startOf('24h'), order: 'newest_first' } as const;
  const { items } = await readPart(
    (page) => ndx.listQueryEvents({ query: { ...window, ...page } }),
    undefined,
    {
      limit: LIMIT,
      isSearched: true,
      wanted: 1,
      maxRequests: MAX_REQUESTS,
      matching: { request_id: requestId },
    },
  );
  return items[0]?.query_event_id;
}
