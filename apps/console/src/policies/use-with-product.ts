import type { Product } from '@ndx/client';
import { both, type Query } from '../parts/loaded.js';
import { useProducts } from '../parts/use-products.js';

export interface WithProduct<Policy> {
  readonly policy: Policy;
  readonly product: Product;
}

/** A policy with its product. */
export function useWithProduct<Policy extends { readonly product_id: string }>(
  query: Query<Policy>,
): Query<WithProduct<Policy>> {
  const { data, error, refetch } = both(query, useProducts());
  if (data === undefined) return { data, error, refetch };
  const [policy, products] = data;
  const product = products.find(({ id }) => id === policy.product_id);
  if (product !== undefined) return { data: { policy, product }, error, refetch };
  return { data: undefined, error: new Error('The product of the policy is unknown.'), refetch };
}
