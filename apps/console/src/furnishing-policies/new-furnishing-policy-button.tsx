import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useApi } from '../app/api.js';
import { useProducts } from '../parts/use-products.js';
import { NewPolicyForm } from '../policies/new-policy-button.js';
import { FURNISHING_POLICIES } from './use-furnishing-policies.js';

/** Creates a draft of a furnishing policy, and opens it. */
export function NewFurnishingPolicyButton({ networkId }: { readonly networkId: string }) {
  const { ndx } = useApi();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { data: products = [] } = useProducts();
  return (
    <NewPolicyForm
      products={products.filter(({ furnish_path }) => furnish_path !== null)}
      create={async (values) => {
        const body = { ...values, network_id: networkId };
        const { data } = await ndx.createFurnishingPolicy({ body });
        await cache.invalidateQueries({ queryKey: FURNISHING_POLICIES });
        await navigate({
          to: '/furnishing-policies/$policyId/edit',
          params: { policyId: data.id },
        });
      }}
    />
  );
}
