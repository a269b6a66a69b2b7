import { Stack, TextInput } from '@mantine/core';
import type { Product } from '@ndx/client';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { InNetwork } from '../layout/in-network.js';
import { useNetwork } from '../layout/use-network.js';
import { DataTable, Empty, type Column } from '../parts/data-table.js';
import { AddressSelect } from '../parts/address-filter.js';
import { FormButton } from '../parts/form-button.js';
import { Loaded } from '../parts/loaded.js';
import { Page } from '../parts/page.js';
import { ProductSelect } from '../parts/product-select.js';
import { useProducts } from '../parts/use-products.js';
import { inWords } from '../parts/words.js';
import { useMayGovern } from './use-may-govern.js';

/** The policies that the list shows. */
export interface ShownPolicies {
  readonly network_id: string;
  /** Undefined for all products. */
  readonly product_id: string | undefined;
}

export interface NewPolicy {
  readonly network_id: string;
  readonly product_id: string;
  readonly name: string;
}

interface PolicyListPageProps {
  readonly title: string;
  readonly about: string;
  /** The products for which a policy can be created. */
  readonly isFor: (product: Product) => boolean;
  /** Creates a draft, and opens it. */
  readonly create: (policy: NewPolicy) => Promise<unknown>;
  readonly children: (shown: ShownPolicies) => ReactNode;
}

/** The policies of a network with a filter by their product, and a form for a new one. */
export function PolicyListPage({ title, about, isFor, create, children }: PolicyListPageProps) {
  const network = useNetwork();
  const mayGovern = useMayGovern(network);
  const products = useProducts();
  const { product: slug } = useSearch({ strict: false });
  return (
    <Page
      title={title}
      about={about}
      actions={
        network &&
        mayGovern && (
          <NewPolicyButton
            objectId={`${title} ${network.network_id}`}
            products={(products.data ?? []).filter(isFor)}
            create={(policy) => create({ ...policy, network_id: network.network_id })}
          />
        )
      }
    >
      <InNetwork>
        {({ network_id }) => (
          <Loaded query={products}>
            {(known) => (
              <Stack gap="sm">
                <AddressSelect
                  name="product"
                  label="Product"
                  value={slug ?? 'all'}
                  options={{
                    all: 'All products and templates',
                    ...Object.fromEntries(known.map((one) => [one.slug, inWords(one.slug)])),
                  }}
                />
                {children({
                  network_id,
                  product_id: known.find((product) => product.slug === slug)?.id,
                })}
              </Stack>
            )}
          </Loaded>
        )}
      </InNetwork>
    </Page>
  );
}

interface NewPolicyButtonProps {
  /** The list and its network. */
  readonly objectId: string;
  readonly products: readonly Product[];
  readonly create: (policy: Omit<NewPolicy, 'network_id'>) => Promise<unknown>;
}

function NewPolicyButton({ objectId, products, create }: NewPolicyButtonProps) {
  return (
    <FormButton
      label="New policy"
      title="New policy"
      submitLabel="Create draft"
      objectId={objectId}
      initial={{ product_id: '', name: '' }}
      act={create}
    >
      {(input) => (
        <>
          <ProductSelect products={products} {...input('product_id')} />
          <TextInput label="Name" {...input('name')} />
        </>
      )}
    </FormButton>
  );
}

interface Policy {
  readonly id: string;
  readonly product_id: string;
}

interface PolicyTableProps<P extends Policy> {
  readonly label: string;
  readonly policies: readonly P[];
  /** The first column: a link to the policy. */
  readonly link: (policy: P) => ReactNode;
  /** The columns after the product. */
  readonly columns: readonly Column<P>[];
  readonly minWidth: number;
  /** What applies without a policy. */
  readonly withoutPolicy: string;
}

export function PolicyTable<P extends Policy>(props: PolicyTableProps<P>) {
  const { label, policies, link, columns, minWidth, withoutPolicy } = props;
  const mayGovern = useMayGovern(useNetwork());
  const { data: products = [] } = useProducts();
  const slugOf = ({ product_id }: P) => products.find(({ id }) => id === product_id)?.slug;
  return (
    <DataTable
      label={label}
      rows={policies}
      keyOf={({ id }) => id}
      minWidth={minWidth}
      columns={[
        { header: 'Policy', cell: link },
        { header: 'Product', cell: (policy) => inWords(slugOf(policy) ?? policy.product_id) },
        ...columns,
      ]}
      empty={
        <Empty title="No policy">
          {withoutPolicy}
          {mayGovern
            ? ' Create a policy to change it.'
            : ' Governors of the network create policies.'}
        </Empty>
      }
    />
  );
}
