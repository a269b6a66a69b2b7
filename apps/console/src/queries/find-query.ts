import { NdxError, type NdxClient } from '@ndx/client';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The form of a request id (the `X-Request-Id` header). */
const REQUEST_ID = /^[\w\-.:]{1,128}$/;

const DAY_MS = 86_400_000;
const PAGE_SIZE = 1_000;
const MAX_PAGES = 5;

/** The newest queries of the last day among which a request id is searched. */
export const SEARCHED_QUERIES = PAGE_SIZE * MAX_PAGES;

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
  const query = {
    network_id: networkId,
    from: new Date(Date.now() - DAY_MS).toISOString(),
    order: 'newest_first',
    limit: PAGE_SIZE,
  } as const;
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { data } = await ndx.listQueryEvents({
      query: { ...query, ...(cursor !== undefined && { cursor }) },
    });
    const found = data.data.find(({ request_id }) => request_id === requestId);
    if (found) return found.query_event_id;
    if (data.data.length < PAGE_SIZE) return undefined;
    cursor = data.next_cursor;
  }
  return undefined;
}
