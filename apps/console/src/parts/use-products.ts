import type { Product } from '@ndx/client';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../app/api.js';

/** The products and templates of the network; they change with a release only. */
export function useProducts(enabled = true) {
  const { ndx } = useApi();
  return useQuery({
    queryKey: ['products'],
    queryFn: async (): Promise<readonly Product[]> => (await ndx.listProducts()).data,
    staleTime: Infinity,
    enabled,
  });
}
