import { Badge, Group } from '@mantine/core';
import { eachItem, type Network, type QueryingPolicy } from '@ndx/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useApi } from '../app/api.js';
import { InNetwork } from '../layout/in-network.js';
import { useNetwork } from '../layout/use-network.js';
import { DataTable } from '../parts/data-table.js';
import { Empty } from '../parts/empty.js';
import { Moment } from '../parts/moment.js';
import { Page } from '../parts/page.js';
import { StatusBadge } from '../parts/status-badge.js';
import { TextLink } from '../parts/text-link.js';
import { ByProduct } from './by-product.js';
import { NewPolicyButton } from './new-policy-button.js';
import { useMayGovern } from './use-may-govern.js';

const route = getRouteApi('/policies');

/** The querying policies of a network. */
export function PoliciesPage() {
  const network = useNetwork();
  const mayGovern = useMayGovern(network);
  return (
    <Page
      title="Querying policies"
      about="A querying policy states which fields a query releases, and what a record has to satisfy. Without a default policy, a query without a policy releases every consented field."
      actions={network && mayGovern && <NewPolicyButton networkId={network.network_id} />}
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
  const { ndx } = useApi();
  const { product } = route.useSearch();
  const navigate = route.useNavigate();
  const policies = useQuery({
    queryKey: ['policies', networkId],
    queryFn: () =>
      Array.fromAsync(eachItem(ndx.listQueryingPolicies, { query: { network_id: networkId } })),
  });
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
  readonly policies: readonly QueryingPolicy[];
  readonly productOf: (policy: QueryingPolicy) => string;
  readonly mayGovern: boolean;
}

function PolicyTable({ policies, productOf, mayGovern }: PolicyTableProps) {
  return (
    <DataTable
      label="Querying policies"
      rows={policies}
      keyOf={({ id }) => id}
      minWidth={860}
      columns={[
        {
          header: 'Policy',
          cell: ({ id: policyId, name }) => (
            <TextLink to="/policies/$policyId" params={{ policyId }}>
              {name}
            </TextLink>
          ),
        },
        { header: 'Product', cell: productOf },
        { header: 'Status', cell: (policy) => <PolicyBadges policy={policy} /> },
        { header: 'Version', cell: ({ version }) => version },
        { header: 'Saved', cell: ({ updated_at }) => <Moment at={updated_at} /> },
      ]}
      empty={
        <Empty title="No policy">
          Queries use the built-in default: every consented field, and at least one section.
          {mayGovern
            ? ' Create a policy to change it.'
            : ' Governors of the network create policies.'}
        </Empty>
      }
    />
  );
}

export function PolicyBadges({
  policy: { status, is_default, enforced },
}: {
  readonly policy: Pick<QueryingPolicy, 'status' | 'is_default' | 'enforced'>;
}) {
  return (
    <Group gap={4}>
      <StatusBadge status={status} />
      {is_default && <Badge>Default</Badge>}
      {enforced && <Badge>Enforced</Badge>}
    </Group>
  );
}
