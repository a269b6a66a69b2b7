import type { NdxClient, QueryEvent } from '@ndx/client';

type FeedQuery = NonNullable<Parameters<NdxClient['listQueryEvents']>[0]['query']>;

export interface FeedPage {
  readonly data: readonly QueryEvent[];
  readonly next_cursor: string;
}

/**
 * The next `limit` query events, or all that are left. A page of the API can have fewer before the
 * last one, where it reads query events from an archive.
 */
export async function readFeedPage(
  ndx: NdxClient,
  query: FeedQuery & { readonly limit: number },
  signal: AbortSignal,
): Promise<FeedPage> {
  const events: QueryEvent[] = [];
  for (let { cursor } = query; ;) {
    const { data } = await ndx.listQueryEvents({
      query: {
        ...query,
        limit: query.limit - events.length,
        ...(cursor !== undefined && { cursor }),
      },
      signal,
    });
    events.push(...data.data);
    cursor = data.next_cursor;
    if (data.data.length === 0 || events.length === query.limit) {
      return { data: events, next_cursor: cursor };
    }
  }
}
