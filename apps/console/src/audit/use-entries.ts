import type { AuditLogPage, NdxClient } from '@ndx/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import type { ServiceName } from '../operation/services.js';
import type { EntryCriteria } from './audit-search.js';

/** The pages of one step that may be without a match. */
const MAX_EMPTY_PAGES = 10;

/** The entries of a log that match, newest first. */
export function useEntries(networkId: string, service: ServiceName, criteria: EntryCriteria) {
  const { ndx } = useApi();
  return useInfiniteQuery({
    queryKey: ['audit-log', networkId, service, criteria],
    queryFn: ({ pageParam, signal }) => {
      const path = { network_id: networkId, service };
      return nextEntries(ndx, { path, query: { ...criteria, ...pageParam }, signal });
    },
    initialPageParam: {},
    getNextPageParam: ({ is_complete, next_cursor: cursor }) =>
      is_complete ? undefined : { cursor },
  });
}

type Request = Parameters<NdxClient['listAuditLogEntries']>[0];

/** A page of entries. The server examines a bounded number of them, so a page can be empty. */
async function nextEntries(ndx: NdxClient, request: Request): Promise<AuditLogPage> {
  let { data: page } = await ndx.listAuditLogEntries(request);
  for (let empty = 1; empty < MAX_EMPTY_PAGES; empty += 1) {
    if (page.is_complete || page.data.length > 0) break;
    const query = { ...request.query, cursor: page.next_cursor };
    ({ data: page } = await ndx.listAuditLogEntries({ ...request, query }));
  }
  return page;
}
