import type { ListedQueryEvent, NdxClient } from '@ndx/client';
import { dataOrAbsent } from '../app/absent.js';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The form of a request id (the `X-Request-Id` header). */
const REQUEST_ID = /^[\w\-.:]{1,128}$/;

export function isReference(text: string): boolean {
  return REQUEST_ID.test(text);
}

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** The id of the query event with this `X-Ref-Id` or this request id; undefined for none. */
export async function findQuery(
  ndx: NdxClient,
  networkId: string | undefined,
  reference: string,
): Promise<string | undefined> {
  const id = reference.toLowerCase();
  const path = { query_event_id: id };
  if (isUuid(id) && (await dataOrAbsent(ndx.readQueryEvent({ path })))) return id;
  if (networkId === undefined) return undefined;
  return (await queryOfRequest(ndx, networkId, reference))?.query_event_id;
}

/** A repeated request has the id of the first one; the newest query counts. */
export async function queryOfRequest(
  ndx: NdxClient,
  networkId: string,
  requestId: string,
): Promise<ListedQueryEvent | undefined> {
  const query = { network_id: networkId, request_id: requestId, order: 'newest_first' } as const;
  const { data: page } = await ndx.listQueryEvents({ query: { ...query, limit: 1 } });
  return page.data[0];
}
