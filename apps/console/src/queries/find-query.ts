import { NdxError, type NdxClient } from '@ndx/client';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The form of a request id (the `X-Request-Id` header). */
const REQUEST_ID = /^[\w\-.:]{1,128}$/;

export function isReference(text: string): boolean {
  return REQUEST_ID.test(text);
}

/** The id of the query event with this `X-Ref-Id` or this request id; undefined for none. */
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

/** A repeated request has the id of the first one; the newest query counts. */
async function byRequestId(ndx: NdxClient, networkId: string, requestId: string) {
  const query = { network_id: networkId, request_id: requestId, order: 'newest_first' } as const;
  const { data: page } = await ndx.listQueryEvents({ query: { ...query, limit: 1 } });
  return page.data[0]?.query_event_id;
}
