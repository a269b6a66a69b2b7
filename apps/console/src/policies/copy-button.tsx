import { NativeSelect, TextInput } from '@mantine/core';
import type { QueryingPolicy } from '@ndx/client';
import { useNavigate } from '@tanstack/react-router';
import { useApi } from '../app/api.js';
import { FormButton } from '../parts/form-button.js';
import { ProductSelect } from '../parts/product-select.js';
import { useProducts } from '../parts/use-products.js';
import { useSession } from '../session/session.js';

/** Creates a policy with the same rules in a network that the institution governs, and opens it. */
export function CopyButton({ policy }: { readonly policy: QueryingPolicy }) {
  const { ndx } = useApi();
  const navigate = useNavigate();
  const { networks } = useSession();
  const { data: products = [] } = useProducts();
  const governed = networks.filter(({ roles }) => roles.includes('governor'));
  return (
    <FormButton
      label="Copy"
      title={`Copy: ${policy.name}`}
      submitLabel="Create draft"
      variant="default"
      objectId={policy.id}
      initial={{
        network_id: policy.network_id ?? '',
        product_id: policy.product_id,
        name: `${policy.name} (copy)`,
      }}
      act={async (copy) => {
        const { data } = await ndx.createQueryingPolicy({ body: { ...copy, copy_of: policy.id } });
        await navigate({
          to: '/policies/$policyId',
          params: { policyId: data.id },
          search: { network: copy.network_id },
        });
      }}
    >
      {(input) => (
        <>
          <NativeSelect
            label="Network"
            data={governed.map(({ network_id: value, name: label }) => ({ value, label }))}
            {...input('network_id')}
          />
          <ProductSelect
            products={products}
            description="Another product takes the sections and fields that both have."
            {...input('product_id')}
          />
          <TextInput label="Name" {...input('name')} />
        </>
      )}
    </FormButton>
  );
}
