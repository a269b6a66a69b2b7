import type { Network } from '@ndx/client';
import { getRouteApi } from '@tanstack/react-router';
import { InNetwork } from '../layout/in-network.js';
import { useNetwork } from '../layout/use-network.js';
import { DataTable } from '../parts/data-table.js';
import { Empty } from '../parts/empty.js';
import { Moment } from '../parts/moment.js';
import { Page } from '../parts/page.js';
import { StatusBadge } from '../parts/status-badge.js';
import { TextLink } from '../parts/text-link.js';
import { ByProduct } from '../policies/by-product.js';
import { useMayGovern } from '../policies/use-may-govern.js';
import { rulesInWords, rulesOf } from './acceptance-rules.js';
import { NewFurnishingPolicyButton } from './new-furnishing-policy-button.js';
import type { StagedPolicy } from './stages.js';
import { useFurnishingPolicies } from './use-furnishing-policies.js';

const route = getRouteApi('/furnishing-policies');

/** The furnishing policies of a network. */
export function FurnishingPoliciesPage() {
  const network = useNetwork();
  const mayGovern = useMayGovern(network);
  return (
    <Page
      title="Furnishing policies"
      about="A furnishing policy states what a record must satisfy to be accepted. It also applies to the templates that feed its product. Of several policies of a product, the one that started last is in effect."
      actions={network && mayGovern && <NewFurnishingPolicyButton networkId={network.network_id} />}
    >
      <InNetwork>{(selected) => <Policies network={selected} mayGovern={mayGovern} />}</InNetwork>
    </Page>
  );
}

interface PoliciesProps {
  readonly network: Network;
  readonly mayGovern: boolean;
}

function Policies({ network: { network_id: networkId }, mayGovern }: PoliciesProps) {
  const { product } = route.useSearch();
  const navigate = route.useNavigate();
  const policies = useFurnishingPolicies(networkId);
  return (
    <ByProduct
      policies={policies}
      slug={product}
      onSelect={(slug) => navigate({ search: (search) => ({ ...search, product: slug }) })}
    >
      {(found, productOf) => (
        <PolicyTable policies={found} productOf={productOf} mayGovern={mayGovern} />
      )}
    </ByProduct>
  );
}

interface PolicyTableProps {
  readonly policies: readonly StagedPolicy[];
  readonly productOf: (policy: StagedPolicy) => string;
  readonly mayGovern: boolean;
}

function PolicyTable({ policies, productOf, mayGovern }: PolicyTableProps) {
  return (
    <DataTable
      label="Furnishing policies"
      rows={policies}
      keyOf={({ id }) => id}
      minWidth={1080}
      columns={[
        {
          header: 'Policy',
          cell: ({ id: policyId, name, network_id: network }) => (
            <TextLink
              to="/furnishing-policies/$policyId"
              params={{ policyId }}
              search={{ network }}
            >
              {name}
            </TextLink>
          ),
        },
        { header: 'Product', cell: productOf },
        { header: 'Status', cell: ({ stage }) => <StatusBadge status={stage} /> },
        { header: 'Version', cell: ({ version }) => version },
        { header: 'A record needs', cell: (policy) => rulesInWords(rulesOf(policy)) },
        {
          header: 'Starts',
          cell: ({ active_on: at }) => (at === null ? 'not set' : <Moment at={at} />),
        },
        {
          header: 'Ends',
          cell: ({ deprecated_on: at }) => (at === null ? 'no end' : <Moment at={at} />),
        },
      ]}
      empty={
        <Empty title="No policy">
          The network accepts every record that has the form of its product.
          {mayGovern
            ? ' Create a policy to change it.'
            : ' Governors of the network create policies.'}
        </Empty>
      }
    />
  );
}
