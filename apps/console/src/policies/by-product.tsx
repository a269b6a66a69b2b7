import { NativeSelect, Stack } from '@mantine/core';
import type { Product } from '@ndx/client';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loaded } from '../parts/loaded.js';
import { useProducts } from '../parts/use-products.js';
import { inWords } from '../parts/words.js';

interface ByProductProps<Policy> {
  readonly policies: UseQueryResult<readonly Policy[]>;
  /** The slug of the selected product; all products without it. */
  readonly slug: string | undefined;
  readonly onSelect: (slug: string | undefined) => void;
  readonly children: (
    policies: readonly Policy[],
    productOf: (policy: Policy) => string,
  ) => ReactNode;
}

/** The policies of a network, and a filter by their product. */
export function ByProduct<Policy extends { readonly product_id: string }>(
  props: ByProductProps<Policy>,
) {
  const { policies, slug, onSelect, children } = props;
  const products = useProducts();
  // One attempt repeats both requests.
  const refetch = () =>
    Promise.all([products, policies].flatMap((query) => (query.error ? [query.refetch()] : [])));
  return (
    <Loaded query={{ ...products, refetch }}>
      {(known) => (
        <Stack gap="sm">
          <NativeSelect
            aria-label="Product"
            w={{ base: '100%', xs: 320 }}
            value={slug ?? ''}
            data={[
              { value: '', label: 'All products and templates' },
              ...known.map((product) => ({ value: product.slug, label: inWords(product.slug) })),
            ]}
            onChange={({ currentTarget: { value } }) => onSelect(value === '' ? undefined : value)}
          />
          <Loaded query={policies}>
            {(found) =>
              children(
                found.filter((one) => slug === undefined || slugOf(known, one) === slug),
                (one) => inWords(slugOf(known, one)),
              )
            }
          </Loaded>
        </Stack>
      )}
    </Loaded>
  );
}

function slugOf(products: readonly Product[], { product_id: id }: { readonly product_id: string }) {
  return products.find((product) => product.id === id)?.slug ?? id;
}
