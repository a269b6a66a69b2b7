import { eachItem, type DailyQueryCount } from '@ndx/client';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import { dayOf, windowOf, type UsagePeriod, type Window } from './usage-search.js';

export interface Usage {
  readonly window: Window;
  readonly counts: readonly DailyQueryCount[];
}

/** The queries of a network in a period, counted by the server. */
export function useUsage(networkId: string, period: UsagePeriod) {
  const { ndx } = useApi();
  return useQuery({
    queryKey: ['usage', networkId, period],
    queryFn: async ({ signal }): Promise<Usage> => {
      const window = windowOf(period, new Date());
      const query = { network_id: networkId, from: dayOf(window.from), to: dayOf(window.to) };
      const counts: DailyQueryCount[] = [];
      for await (const count of eachItem(ndx.listDailyQueryCounts, { query, signal })) {
        counts.push(count);
      }
      return { window, counts };
    },
    staleTime: 60_000,
  });
}
