import { NativeSelect, TextInput } from '@mantine/core';
import type { Product } from '@ndx/client';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useApi } from '../app/api.js';
import { FormButton } from '../parts/form-button.js';
import { useForm } from '../parts/use-form.js';
import { useProducts } from '../parts/use-products.js';
import { inWords } from '../parts/words.js';

/** Creates a draft of a querying policy, and opens it. */
export function NewPolicyButton({ networkId }: { readonly networkId: string }) {
  const { ndx } = useApi();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { data: products = [] } = useProducts();
  const create = async (values: NewPolicy) => {
    const { data } = await ndx.createQueryingPolicy({ body: { ...values, network_id: networkId } });
    await cache.invalidateQueries({ queryKey: ['policies'] });
    await navigate({ to: '/policies/$policyId/edit', params: { policyId: data.id } });
  };
  return <NewPolicyForm products={products} create={create} />;
}

interface NewPolicy {
  readonly product_id: string;
  readonly name: string;
}

interface NewPolicyFormProps {
  /** The products for which a policy can be created. */
  readonly products: readonly Product[];
  readonly create: (policy: NewPolicy) => Promise<unknown>;
}

/** A button that opens a form with the product and the name of a new policy. */
export function NewPolicyForm({ products, create }: NewPolicyFormProps) {
  const { values, input } = useForm({ product_id: '', name: '' });
  return (
    <FormButton
      label="New policy"
      title="New policy"
      submitLabel="Create draft"
      act={() => create(values)}
    >
      <NativeSelect
        label="Product"
        data={[
          { value: '', label: 'Select a product', disabled: true },
          ...products.map(({ id, slug }) => ({ value: id, label: inWords(slug) })),
        ]}
        {...input('product_id')}
      />
      <TextInput label="Name" {...input('name')} />
    </FormButton>
  );
}
