import { Card, SimpleGrid, Stack, Text } from '@mantine/core';
import type { QuerySimulation, Simulation } from '@ndx/client';
import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../app/reads.js';
import { DataTable, Empty } from '../parts/data-table.js';
import { Loaded, LoadedPage } from '../parts/loaded.js';
import { useNames, type NameOf } from '../parts/names.js';
import { BackLink } from '../parts/back-link.js';
import { Page, Panel } from '../parts/page.js';
import { inWords } from '../parts/words.js';
import { simulatedTermsOf } from '../policies/requirements.js';
import { ExplanationLink } from '../queries/query-links.js';
import { useSession } from '../session/session.js';
import { outcomeInWords } from './outcome-words.js';
import { SaveTestButton } from './save-test-button.js';

const route = getRouteApi('/policies/$policyId/simulations/$simulationId/queries/$queryEventId');

/** Why a past query was answered as it was, and why a simulation would answer it in another way. */
export function SimulatedQueryPage() {
  const { policyId, simulationId, queryEventId } = route.useParams();
  const back = (
    <BackLink
      to="/policies/$policyId/simulations/$simulationId"
      params={{ policyId, simulationId }}
      label="The simulation"
    />
  );
  const query = useRead('readSimulation', { path: { simulation_id: simulationId } });
  return (
    <LoadedPage query={query} title="Simulated query" back={back}>
      {(simulation) => (
        <Page
          back={back}
          title="Simulated query"
          about="The answer to a past query, then and under the simulated policy. The comparison is an entry of the audit log."
          actions={<SaveTestButton queryEventId={queryEventId} policyId={policyId} />}
        >
          <BothAnswers simulation={simulation} />
        </Page>
      )}
    </LoadedPage>
  );
}

function BothAnswers({ simulation }: { readonly simulation: Simulation }) {
  const { queryEventId } = route.useParams();
  const nameOf = useNames([simulation.network_id]);
  const path = { query_event_id: queryEventId };
  const replay = useRead(
    'replayQuery',
    { path, body: policyOf(simulation) },
    { staleTime: 'static' },
  );
  return (
    <Loaded query={replay}>
      {({ simulation: found }) =>
        found && (
          <Stack gap="xl">
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <Recorded queryEventId={queryEventId} outcome={found.recorded_outcome} />
              <Card withBorder padding="lg">
                <Panel title="Under the simulated policy">
                  {outcomeInWords(found.simulated_outcome, found.simulated_reason)}
                </Panel>
              </Card>
            </SimpleGrid>
            <Records records={found.records} nameOf={nameOf} />
          </Stack>
        )
      }
    </Loaded>
  );
}

/** The policy of a simulation as the request that simulates one query takes it. */
function policyOf(simulation: Simulation) {
  const { policy_id, policy_version, status, is_default, enforced } = simulation;
  if (policy_version !== null) return { policy_id, policy_version, status, is_default, enforced };
  return { policy_id, ...simulatedTermsOf(simulation) };
}

interface RecordedProps {
  readonly queryEventId: string;
  readonly outcome: QuerySimulation['recorded_outcome'];
}

function Recorded({ queryEventId, outcome }: RecordedProps) {
  const { may } = useSession();
  const request = { path: { query_event_id: queryEventId } };
  const { data } = useRead('explainQuery', request, { enabled: may('billing:read') });
  return (
    <Card withBorder padding="lg">
      <Panel title="As it was answered" actions={<ExplanationLink queryEventId={queryEventId} />}>
        {outcomeInWords(outcome, null)}
        {data && (
          <Text size="sm" c="dimmed">
            {data.explanation}
          </Text>
        )}
      </Panel>
    </Card>
  );
}

interface RecordsProps {
  readonly records: QuerySimulation['records'];
  readonly nameOf: NameOf;
}

function Records({ records, nameOf }: RecordsProps) {
  return (
    <Panel title="Considered records">
      <DataTable
        label="Considered records"
        rows={records}
        keyOf={(row) => `${row.model_name} ${row.network_id} ${row.furnishing_entity_id}`}
        minWidth={860}
        columns={[
          { header: 'Section', cell: ({ model_name }) => inWords(model_name) },
          { header: 'Furnisher', cell: (row) => nameOf(row.furnishing_entity_id) },
          { header: 'Then', cell: ({ recorded_code }) => inWords(recorded_code) },
          {
            header: 'Under the simulated policy',
            cell: ({ simulated_code }) => inWords(simulated_code),
          },
          { header: 'Why', cell: ({ explanation }) => explanation },
        ]}
        empty={
          <Empty title="No record to show">
            The query considered no record, or consents hide them.
          </Empty>
        }
      />
    </Panel>
  );
}
