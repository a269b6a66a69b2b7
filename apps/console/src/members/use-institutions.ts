import { eachItem } from '@ndx/client';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../app/api.js';

/** The institutions of a network with their roles; for its governors. */
export function useInstitutions(networkId: string) {
  const { ndx } = useApi();
  return useQuery({
    queryKey: ['institutions', networkId],
    queryFn: () =>
      Array.fromAsync(eachItem(ndx.listInstitutions, { path: { network_id: networkId } })),
  });
}
