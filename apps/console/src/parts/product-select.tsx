import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import type { Product } from '@ndx/client';
import { inWords } from './words.js';

interface ProductSelectProps extends NativeSelectProps {
  readonly products: readonly Product[];
}

/** Selects a product of a form by its id. */
export function ProductSelect({ products, ...input }: ProductSelectProps) {
  return (
    <NativeSelect
      label="Product"
      data={[
        { value: '', label: 'Select a product', disabled: true },
        ...products.map(({ id, slug }) => ({ value: id, label: inWords(slug) })),
      ]}
      {...input}
    />
  );
}
