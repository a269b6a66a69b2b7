import type { Network, Product } from '@ndx/client';
import { Select, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { InNetwork } from '../layout/in-network.js';
import { Loaded } from '../parts/loaded.js';
import { Page } from '../parts/page.js';
import { inWords } from '../parts/words.js';
import { FileCheck } from './file-check.js';
import { useProducts } from '../parts/use-products.js';

const route = getRouteApi('/dry-run');

/** Validates a CSV file row by row without storing anything (decision 0079), and furnishes it. */
export function DryRunPage() {
  const products = useProducts();
  return (
    <Page
      title="Check a file"
      about="The network validates each row of a CSV file as it would for furnishing: shape, policy, attestation and identity. A check stores nothing; then you can furnish the file."
    >
      <Loaded query={products}>
        {(list) => (
          <InNetwork>
            {(network) => <Targets network={network} products={list.filter(takesRecords)} />}
          </InNetwork>
        )}
      </Loaded>
    </Page>
  );
}

function takesRecords({ furnish_path }: Product): boolean {
  return furnish_path !== null;
}

function Targets({ network, products }: { network: Network; products: readonly Product[] }) {
  const { product: selected } = route.useSearch();
  const navigate = route.useNavigate();
  const product = products.find(({ slug }) => slug === selected) ?? products[0];
  return (
    <Stack gap="lg">
      <Select
        label="Product or template"
        maw={560}
        allowDeselect={false}
        searchable
        value={product?.slug ?? null}
        data={products.map((each) => ({ value: each.slug, label: inWords(each.slug) }))}
        onChange={(value) =>
          value && navigate({ search: (search) => ({ ...search, product: value }) })
        }
      />
      {product && (
        <FileCheck
          key={`${product.slug} ${network.network_id}`}
          product={product}
          networkId={network.network_id}
        />
      )}
    </Stack>
  );
}
