import { Badge, Group } from '@mantine/core';
import type { QueryingPolicy } from '@ndx/client';
import { useNavigate } from '@tanstack/react-router';
import { useApi } from '../app/api.js';
import { useList } from '../app/reads.js';
import { Listed } from '../parts/listed.js';
import { Moment, StatusBadge } from '../parts/values.js';
import { TextLink } from '../parts/page.js';
import {
  PolicyListPage,
  PolicyTable,
  type NewPolicy,
  type ShownPolicies,
} from './policy-list-page.js';

/** The querying policies of a network. */
export function PoliciesPage() {
  const { ndx } = useApi();
  const navigate = useNavigate();
  const create = async (body: NewPolicy) => {
    const { data } = await ndx.createQueryingPolicy({ body });
    await navigate({ to: '/policies/$policyId/edit', params: { policyId: data.id } });
  };
  return (
    <PolicyListPage
      title="Querying policies"
      about="A querying policy states which fields a query releases, and what a record has to satisfy. Without a default policy, a query without a policy releases every consented field."
      isFor={() => true}
      create={create}
    >
      {(shown) => <Policies shown={shown} />}
    </PolicyListPage>
  );
}

function Policies({ shown }: { readonly shown: ShownPolicies }) {
  const list = useList('listQueryingPolicies', { query: shown });
  return (
    <Listed
      list={list}
      noun={['policy', 'policies']}
      isFiltered={shown.product_id !== undefined}
      more="Load newer policies"
      file={{ list: list, name: 'querying-policies' }}
    >
      {(policies) => (
        <PolicyTable
          label="Querying policies"
          policies={policies}
          minWidth={860}
          link={({ id: policyId, name }) => (
            <TextLink to="/policies/$policyId" params={{ policyId }}>
              {name}
            </TextLink>
          )}
          columns={[
            { header: 'Status', cell: (policy) => <PolicyBadges policy={policy} /> },
            { header: 'Version', cell: ({ version }) => version },
            { header: 'Saved', cell: ({ updated_at }) => updated_at && <Moment at={updated_at} /> },
          ]}
          withoutPolicy="Queries use the built-in default: every consented field, and at least one section."
        />
      )}
    </Listed>
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
