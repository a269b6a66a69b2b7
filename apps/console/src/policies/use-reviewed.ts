import { useRead } from '../app/reads.js';
import type { Query } from '../parts/loaded.js';

/** Whether published policies of a network change only by a draft that a second account approved. */
export function useReviewed(networkId: string): Query<boolean> {
  const { data, error, refetch } = useRead('readNetwork', { path: { network_id: networkId } });
  return { data: data && data.policy_changes === 'reviewed', error, refetch };
}
