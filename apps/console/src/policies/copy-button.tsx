import { NativeSelect, TextInput } from '@mantine/core';
import type { Product } from '@ndx/client';
import { FormButton } from '../parts/form-button.js';
import { ProductSelect } from '../parts/product-select.js';
import { useProducts } from '../parts/use-products.js';
import { useSession } from '../session/session.js';
import type { NewPolicy } from './policy-list-page.js';

interface CopyButtonProps {
  readonly policy: {
    readonly id: string;
    readonly name: string;
    readonly network_id: string | null;
    readonly product_id: string;
  };
  /** The products for which a policy can be created. */
  readonly isFor?: (product: Product) => boolean;
  /** Creates a draft, and opens it. */
  readonly create: (copy: NewPolicy & { readonly copy_of: string }) => Promise<unknown>;
}

/** Creates a policy with the same rules in a network that the institution governs, and opens it. */
export function CopyButton({ policy, isFor = () => true, create }: CopyButtonProps) {
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
      act={(copy) => create({ ...copy, copy_of: policy.id })}
    >
      {(input) => (
        <>
          <NativeSelect
            label="Network"
            data={governed.map(({ network_id: value, name: label }) => ({ value, label }))}
            {...input('network_id')}
          />
          <ProductSelect
            products={products.filter(isFor)}
            description="Another product takes the sections and fields that both have."
            {...input('product_id')}
          />
          <TextInput label="Name" {...input('name')} />
        </>
      )}
    </FormButton>
  );
}
