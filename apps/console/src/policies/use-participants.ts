import { eachItem } from '@ndx/client';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../app/api.js';

/** The institutions of a network with their roles. */
export function useParticipants(networkId: string) {
  const { ndx } = useApi();
  return useQuery({
    queryKey: ['participants', networkId],
    queryFn: () =>
      Array.fromAsync(eachItem(ndx.listParticipants, { path: { network_id: networkId } })),
    staleTime: 60_000,
  });
}
