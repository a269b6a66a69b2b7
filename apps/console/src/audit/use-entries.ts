import { useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import { readPart } from '../app/read-part.js';
import type { ServiceName } from '../operation/services.js';
import { mergedByTime, type SourcePart } from '../parts/merged-by-time.js';
import { filterOf, type Interval, type Period } from '../parts/periods.js';
import type { EntryCriteria } from './audit-search.js';
import type { LoggedEntry } from './logged-entry.js';

/** Where the next part of a log begins. */
interface Place {
  readonly service: ServiceName;
  readonly cursor: string | undefined;
}

export interface EntryQuery extends EntryCriteria, Partial<Interval> {
  /** Instead of times: a period that ends now ends when a part is read. */
  readonly period?: Period;
}

interface LogPart extends SourcePart<LoggedEntry> {
  readonly source: ServiceName;
}

/** Requests of a part of one log. */
const MOST_REQUESTS = 5;

/** The entries of the logs of a network in some services, part by part. */
export function useEntries(
  networkId: string,
  services: readonly ServiceName[],
  { period, ...filters }: EntryQuery,
) {
  const { ndx } = useApi();
  return useInfiniteQuery({
    queryKey: ['parts', 'listAuditLogEntries', networkId, services, period, filters],
    queryFn: ({ pageParam, signal }) =>
      Promise.all(
        pageParam.map(async ({ service, cursor }): Promise<LogPart> => {
          const path = { network_id: networkId, service };
          const part = await readPart(
            (page) => {
              const query = { ...filters, ...(period && filterOf(period)), ...page };
              return ndx.listAuditLogEntries({ path, query, signal });
            },
            cursor,
            { maxRequests: MOST_REQUESTS },
          );
          const items = part.items.map((entry) => ({ ...entry, service }));
          return { ...part, items, source: service };
        }),
      ),
    initialPageParam: services.map((service): Place => ({ service, cursor: undefined })),
    getNextPageParam: (parts) => {
      const open = parts.filter(({ next }) => next !== undefined);
      return open.length === 0 ? undefined : open.map(placeAfter);
    },
    select: ({ pages }) => mergedByTime(pages),
  });
}

const placeAfter = ({ source, next }: LogPart): Place => ({ service: source, cursor: next });
