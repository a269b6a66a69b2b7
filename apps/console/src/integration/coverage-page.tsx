import { Stack } from '@mantine/core';
import type { Network } from '@ndx/client';
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
  const network = useNetwork();
  const products = useProducts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Page
      title="Coverage check"
      about="Which furnishers have data about a subject, and how a query would be answered. A check returns no values and is not billed."
    >
      <Loaded query={products}>
        {(list) => (
          <Stack gap="xl">
            <CoverageForm
              key={JSON.stringify(search)}
              products={list}
              search={search}
              onCheck={(checked) =>
                navigate({ search: ({ network: selected }) => ({ network: selected, ...checked }) })
              }
            />
            <Outcome
              network={network}
              productId={list.find(({ slug }) => slug === search.product)?.id}
              search={search}
            />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

interface OutcomeProps {
  readonly network: Network | undefined;
  readonly productId: string | undefined;
  readonly search: CoverageSearch;
}

function Outcome({ network, productId, search: { subject, id } }: OutcomeProps) {
  if (network === undefined) {
    return <Empty title="Your institution is not a member of any network" />;
  }
  if (productId === undefined || subject === undefined || id === undefined) {
    return <Empty title="No check yet">Name a subject, and select Check.</Empty>;
  }
  const body = {
    product_id: productId,
    network_ids: [network.network_id],
    [SUBJECT_KINDS[subject].member]: id,
  };
  return <Check body={body} />;
}

interface CheckBody {
  readonly product_id: string;
  readonly network_ids: string[];
}

function Check({ body }: { readonly body: CheckBody }) {
  const query = useRead('checkCoverage', { body }, { staleTime: 0 });
  return <Loaded query={query}>{(coverage) => <CoverageResult coverage={coverage} />}</Loaded>;
}
