import { MultiSelect } from '@mantine/core';
import { useProducts } from '../parts/use-products.js';
import { inWords } from '../parts/words.js';
import { useSession } from '../session/session.js';
import type { EndpointFilters } from './endpoint-terms.js';
import { NOTICE_KINDS } from './notice-kinds.js';

interface EndpointFilterInputsProps {
  readonly value: EndpointFilters;
  readonly onChange: (filters: EndpointFilters) => void;
}

const KIND_OPTIONS = NOTICE_KINDS.map((kind) => ({ value: kind, label: inWords(kind) }));

/** Selects the notices that an endpoint takes: those of networks, products and kinds. */
export function EndpointFilterInputs({ value, onChange }: EndpointFilterInputsProps) {
  const { networks, may } = useSession();
  const mayReadProducts = may('policy:read');
  const { data: products = [] } = useProducts(mayReadProducts);
  const queried = networks.filter(({ roles }) => roles.includes('querier'));
  return (
    <>
      <MultiSelect
        label="Networks"
        placeholder={value.networks.length === 0 ? 'All' : ''}
        data={queried.map(({ network_id, name }) => ({ value: network_id, label: name }))}
        value={[...value.networks]}
        onChange={(selected) => onChange({ ...value, networks: selected })}
      />
      {mayReadProducts && (
        <MultiSelect
          searchable
          label="Products"
          placeholder={value.products.length === 0 ? 'All' : ''}
          data={products.map(({ id, slug }) => ({ value: id, label: inWords(slug) }))}
          value={[...value.products]}
          onChange={(selected) => onChange({ ...value, products: selected })}
        />
      )}
      <MultiSelect
        label="Kinds"
        placeholder={value.kinds.length === 0 ? 'All' : ''}
        data={KIND_OPTIONS}
        value={[...value.kinds]}
        onChange={(selected) =>
          onChange({ ...value, kinds: NOTICE_KINDS.filter((kind) => selected.includes(kind)) })
        }
      />
    </>
  );
}
