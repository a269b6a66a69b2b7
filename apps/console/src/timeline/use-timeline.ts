import { useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import { mergedByTime } from '../parts/merged-by-time.js';
import type { TimelineSource } from './sources.js';

/** Where the next part of a source begins. */
interface Place {
  readonly source: string;
  readonly cursor: string | undefined;
}

/** What several lists say about one object, merged by time, part by part. */
export function useTimeline(sources: readonly TimelineSource[]) {
  const { ndx } = useApi();
  return useInfiniteQuery({
    queryKey: ['parts', 'timeline', sources.map(({ name, about }) => [name, about])],
    queryFn: ({ pageParam, signal }) =>
      Promise.all(
        pageParam.flatMap(({ source, cursor }) =>
          sources
            .filter(({ name }) => name === source)
            .map(async ({ read }) => ({ source, ...(await read(ndx, cursor, signal)) })),
        ),
      ),
    initialPageParam: sources.map(({ name }): Place => ({ source: name, cursor: undefined })),
    getNextPageParam: (parts) => {
      const open = parts.filter(({ next }) => next !== undefined);
      return open.length === 0
        ? undefined
        : open.map(({ source, next }): Place => ({ source, cursor: next }));
    },
    select: ({ pages }) => mergedByTime(pages),
    enabled: sources.length > 0,
  });
}
