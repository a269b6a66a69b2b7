import { Stack } from '@mantine/core';
import type { Network, Product } from '@ndx/client';
import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../app/reads.js';
import { useNetwork } from '../layout/use-network.js';
import { Empty } from '../parts/data-table.js';
import { Loaded } from '../parts/loaded.js';
import { Page } from '../parts/page.js';
import { CoverageForm } from './coverage-form.js';
import { CoverageResult } from './coverage-result.js';
import { SUBJECT_KINDS, type CoverageSearch } from './coverage-search.js';
import { useProducts } from '../parts/use-products.js';

const route = getRouteApi('/coverage');

/** The coverage check as a form (contract 4.6). */
export function CoveragePage() {
  const products = useProducts();
  return (
    <Page
      title="Coverage check"
      about="Which furnishers have data about a subject, and how a query would be answered. A check returns no values and is not billed."
    >
      <Loaded query={products}>{(list) => <Checks products={list} />}</Loaded>
    </Page>
  );
}

const NO_BODY = { product_id: '', network_ids: [] };

function Checks({ products }: { readonly products: readonly Product[] }) {
  const network = useNetwork();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const body = network && bodyOf(network, products, search);
  const check = useRead(
    'checkCoverage',
    { body: body ?? NO_BODY },
    { staleTime: 0, enabled: body !== undefined },
  );
  return (
    <Stack gap="xl">
      <CoverageForm
        key={JSON.stringify(search)}
        products={products}
        search={search}
        error={check.error}
        onCheck={(checked) =>
          navigate({ search: ({ network: selected }) => ({ network: selected, ...checked }) })
        }
      />
      {network === undefined && <Empty title="Your institution is not a member of any network" />}
      {network && !body && <Empty title="No check yet">Name a subject, and select Check.</Empty>}
      {body && <Loaded query={check}>{(found) => <CoverageResult coverage={found} />}</Loaded>}
    </Stack>
  );
}

/** The request of a search; undefined until it names a product and a subject. */
function bodyOf(
  { network_id }: Network,
  products: readonly Product[],
  { product, subject, id }: CoverageSearch,
) {
  const productId = products.find(({ slug }) => slug === product)?.id;
  if (productId === undefined || subject === undefined || id === undefined) return undefined;
  return {
    product_id: productId,
    network_ids: [network_id],
    [SUBJECT_KINDS[subject].member]: id,
  };
}
