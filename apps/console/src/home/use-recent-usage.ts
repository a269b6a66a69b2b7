import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../app/api.js';
import { allQuery } from '../app/reads.js';
import { dayOf } from '../parts/periods.js';
import { windowOf } from '../usage/usage-search.js';

/** The counts of the queries of the last seven days in UTC; today is the last one. */
export function useRecentUsage(networkId: string) {
  const { ndx } = useApi();
  const [now] = useState(() => new Date());
  const window = windowOf('7d', now);
  const query = { network_id: networkId, from: dayOf(window.from), to: dayOf(window.to) };
  const counts = useQuery(allQuery(ndx, 'listDailyQueryCounts', { query }));
  return { window, today: dayOf(now), counts };
}
