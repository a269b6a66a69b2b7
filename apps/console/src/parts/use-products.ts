import { useRead } from '../app/reads.js';

/** The products and templates of the network; they change with a release only. */
export function useProducts(enabled = true) {
  return useRead('listProducts', {}, { staleTime: 'static', enabled });
}
