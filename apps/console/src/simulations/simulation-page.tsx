import { Card, Progress, Stack, Text } from '@mantine/core';
import type { Simulation } from '@ndx/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useApi } from '../app/api.js';
import { readQuery } from '../app/reads.js';
import { ConfirmButton } from '../parts/confirm-button.js';
import { Loaded } from '../parts/loaded.js';
import { useNames } from '../parts/names.js';
import { Notice } from '../parts/notice.js';
import { BackLink } from '../parts/back-link.js';
import { Page } from '../parts/page.js';
import { percentOf } from '../parts/periods.js';
import { Facts, Moment, StatusBadge } from '../parts/values.js';
import { inWords } from '../parts/words.js';
import { usePolicyDraft } from '../policies/use-policy-draft.js';
import { isOf } from '../policies/requirements.js';
import { SimulatedQueries } from './simulated-queries.js';
import { SimulationChart } from './simulation-chart.js';
import { SimulationCounts } from './simulation-counts.js';

const route = getRouteApi('/policies/$policyId/simulations/$simulationId');

/** Milliseconds between two readings of the progress. */
const PROGRESS_MS = 1_000;

/** What a draft or a version would have answered to past queries. */
export function SimulationPage() {
  const { policyId, simulationId } = route.useParams();
  const { ndx } = useApi();
  const query = useQuery({
    ...readQuery(ndx, 'readSimulation', { path: { simulation_id: simulationId } }),
    refetchInterval: ({ state: { data } }) => data?.state === 'running' && PROGRESS_MS,
  });
  return (
    <Page
      back={<BackLink to="/policies/$policyId" params={{ policyId }} label="The policy" />}
      title="Simulation"
      about="How the past queries that used this policy, or would use it as the default, would be answered under it. It changes no answer. Refused queries, and networks that a consent or its absence closed, are in no count."
    >
      <Loaded query={query}>{(simulation) => <Result simulation={simulation} />}</Loaded>
    </Page>
  );
}

interface OfSimulation {
  readonly simulation: Simulation;
}

function Result({ simulation }: OfSimulation) {
  const search = route.useSearch();
  const nameOf = useNames([simulation.network_id]);
  const isRunning = simulation.state === 'running';
  return (
    <Stack gap="xl">
      <Card withBorder padding="lg">
        <Stack>
          <SimulationFacts simulation={simulation} />
          {isRunning && <Running simulation={simulation} />}
          <Subject simulation={simulation} />
        </Stack>
      </Card>
      <SimulationChart simulation={simulation} nameOf={nameOf} />
      <SimulationCounts simulation={simulation} nameOf={nameOf} />
      {isRunning ? (
        <Text size="sm" c="dimmed">
          The changed queries are listed when the simulation has ended.
        </Text>
      ) : (
        <SimulatedQueries simulation={simulation} search={search} nameOf={nameOf} />
      )}
    </Stack>
  );
}

function SimulationFacts({ simulation }: OfSimulation) {
  const { state, failure, policy_version: version } = simulation;
  return (
    <Facts
      facts={[
        ['State', <StatusBadge status={state} />],
        ['Why it failed', failure && inWords(failure)],
        ['Simulated', version === null ? 'A draft' : `Version ${version}`],
        ['Status', inWords(simulation.status)],
        ['As the default', simulation.is_default ? 'Yes' : 'No'],
        ['Enforced', simulation.enforced ? 'Yes' : 'No'],
        ['From', <Moment at={simulation.from} />],
        ['To', <Moment at={simulation.to} />],
        ['Started', <Moment at={simulation.created_at} />],
        ['Simulated queries', simulation.simulated_queries.toLocaleString()],
        ['Changed queries', simulation.changed_queries.toLocaleString()],
      ]}
    />
  );
}

function Running({ simulation }: OfSimulation) {
  const { ndx } = useApi();
  const path = { simulation_id: simulation.simulation_id };
  return (
    <>
      <Progress value={percentOf(simulation, simulation.simulated_until)} aria-label="Progress" />
      <ConfirmButton
        label="Cancel the simulation"
        question="Cancel the simulation?"
        size="xs"
        w="fit-content"
        variant="default"
        act={() => ndx.cancelSimulation({ path })}
      >
        Its counts so far are kept.
      </ConfirmButton>
    </>
  );
}

/** Whether the simulation is of the present draft. */
function Subject({ simulation }: OfSimulation) {
  const { data: draft } = usePolicyDraft('Querying', simulation.policy_id);
  if (simulation.policy_version !== null || draft === undefined) return null;
  if (draft === null) {
    return <Text size="sm">The policy has no draft any more.</Text>;
  }
  return isOf(simulation, draft) ? (
    <Text size="sm">It is of the present draft.</Text>
  ) : (
    <Notice color="orange" title="The draft has changed since">
      Simulate it again to see what the present draft would change.
    </Notice>
  );
}
