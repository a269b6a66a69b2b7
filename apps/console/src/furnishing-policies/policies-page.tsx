import { useNavigate } from '@tanstack/react-router';
import { useApi } from '../app/api.js';
import { ListFile } from '../parts/list-file.js';
import { Loaded } from '../parts/loaded.js';
import { Moment, StatusBadge } from '../parts/values.js';
import { TextLink } from '../parts/page.js';
import {
  PolicyListPage,
  PolicyTable,
  type NewPolicy,
  type ShownPolicies,
} from '../policies/policy-list-page.js';
import { rulesInWords, rulesOf } from './acceptance-rules.js';
import { isFurnished, useStagedPolicies } from './use-furnishing-policies.js';

/** The furnishing policies of a network. */
export function FurnishingPoliciesPage() {
  const { ndx } = useApi();
  const navigate = useNavigate();
  const create = async (body: NewPolicy) => {
    const { data } = await ndx.createFurnishingPolicy({ body });
    await navigate({ to: '/furnishing-policies/$policyId/edit', params: { policyId: data.id } });
  };
  return (
    <PolicyListPage
      title="Furnishing policies"
      about="A furnishing policy states what a record must satisfy to be accepted. It also applies to the templates that feed its product. Of several policies of a product, the one that started last is in effect."
      isFor={isFurnished}
      create={create}
    >
      {(shown) => <Policies shown={shown} />}
    </PolicyListPage>
  );
}

function Policies({ shown }: { readonly shown: ShownPolicies }) {
  return (
    <Loaded query={useStagedPolicies(shown)}>
      {(policies) => (
        <>
          {policies.length > 0 && (
            <ListFile name="furnishing-policies" list={{ each: () => policies, filters: shown }} />
          )}
          <PolicyTable
            label="Furnishing policies"
            policies={policies}
            minWidth={1080}
            link={({ id: policyId, name, network_id: network }) => (
              <TextLink
                to="/furnishing-policies/$policyId"
                params={{ policyId }}
                search={{ network }}
              >
                {name}
              </TextLink>
            )}
            columns={[
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
            withoutPolicy="The network accepts every record that has the form of its product."
          />
        </>
      )}
    </Loaded>
  );
}
