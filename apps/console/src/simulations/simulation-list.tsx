import { useList } from '../app/reads.js';
import { DataTable } from '../parts/data-table.js';
import { Listed } from '../parts/listed.js';
import { Panel, TextLink } from '../parts/page.js';
import { Moment, StatusBadge } from '../parts/values.js';

interface SimulationListProps {
  readonly networkId: string;
  readonly policyId: string;
}

/** The simulations of a policy, the last one first. */
export function SimulationList({ networkId, policyId }: SimulationListProps) {
  const list = useList(
    'listSimulations',
    { query: { network_id: networkId, order: 'newest_first' } },
    { matching: { policy_id: policyId } },
  );
  if (list.data?.items.length === 0 && !list.hasNextPage) return null;
  return (
    <Panel title="Simulations">
      <Listed
        list={list}
        noun={['simulation', 'simulations']}
        more="Load older simulations"
        file={{ list: list, name: 'simulations' }}
      >
        {(found) => (
          <DataTable
            label="Simulations"
            rows={found}
            keyOf={({ simulation_id }) => simulation_id}
            empty={null}
            columns={[
              {
                header: 'Started',
                cell: ({ simulation_id: simulationId, created_at }) => (
                  <TextLink
                    to="/policies/$policyId/simulations/$simulationId"
                    params={{ policyId, simulationId }}
                  >
                    <Moment at={created_at} />
                  </TextLink>
                ),
              },
              { header: 'State', cell: ({ state }) => <StatusBadge status={state} /> },
              {
                header: 'Simulated',
                cell: ({ policy_version: version }) =>
                  version === null ? 'A draft' : `Version ${version}`,
              },
              { header: 'Queries since', cell: ({ from }) => <Moment at={from} /> },
              {
                header: 'Simulated queries',
                align: 'right',
                cell: ({ simulated_queries }) => simulated_queries.toLocaleString(),
              },
              {
                header: 'Changed',
                align: 'right',
                cell: ({ changed_queries }) => changed_queries.toLocaleString(),
              },
            ]}
          />
        )}
      </Listed>
    </Panel>
  );
}
