import { Box, Group, Text } from '@mantine/core';
import type { Simulation, SimulatedQuery } from '@ndx/client';
import { useList } from '../app/reads.js';
import { DataTable, Empty } from '../parts/data-table.js';
import { Listed } from '../parts/listed.js';
import type { NameOf } from '../parts/names.js';
import { Panel, TextLink } from '../parts/page.js';
import { Moment } from '../parts/values.js';
import { inWords } from '../parts/words.js';
import { ExplanationLink } from '../queries/query-links.js';
import { outcomeInWords } from './outcome-words.js';
import {
  CHANGED_QUERIES,
  filterInWords,
  filterOf,
  type SimulationSearch,
} from './simulation-search.js';

interface SimulatedQueriesProps {
  readonly simulation: Simulation;
  /** The count of which the queries are listed; empty: every changed query. */
  readonly search: SimulationSearch;
  readonly nameOf: NameOf;
}

/** The queries whose answer changes, each with its explanation then and under the draft. */
export function SimulatedQueries({ simulation, search, nameOf }: SimulatedQueriesProps) {
  const {
    simulation_id,
    policy_id: policyId,
    changed_queries: changed,
    listed_queries: listed,
  } = simulation;
  const filter = filterOf(simulation, search);
  const words = filterInWords(filter, nameOf);
  const queries = useList('listSimulatedQueries', { path: { simulation_id }, query: filter });
  return (
    <Box id={CHANGED_QUERIES}>
      <Panel title="Queries whose answer changes">
        {words !== '' && (
          <Group gap="md" mb="sm">
            <Text size="sm">Only: {words}</Text>
            <TextLink to="." search={{}} hash={CHANGED_QUERIES}>
              Show all
            </TextLink>
          </Group>
        )}
        <Listed
          list={queries}
          noun={['query', 'queries']}
          isFiltered={words !== ''}
          more="Load more queries"
          file={{
            list: queries,
            name: 'changed-queries',
            interval: () => ({ from: simulation.from, to: simulation.to }),
          }}
        >
          {(found) => (
            <DataTable
              label="Queries whose answer changes"
              rows={found}
              keyOf={({ query_event_id }) => query_event_id}
              minWidth={900}
              columns={[
                {
                  header: 'Query',
                  cell: ({ query_event_id: queryEventId }) => (
                    <Group gap="sm" wrap="nowrap">
                      <TextLink
                        aria-label={`Compare ${queryEventId}`}
                        to="/policies/$policyId/simulations/$simulationId/queries/$queryEventId"
                        params={{ policyId, simulationId: simulation_id, queryEventId }}
                      >
                        Compare
                      </TextLink>
                      <ExplanationLink queryEventId={queryEventId} />
                    </Group>
                  ),
                },
                { header: 'Time', cell: ({ occurred_at }) => <Moment at={occurred_at} /> },
                { header: 'Institution', cell: (row) => nameOf(row.querying_entity_id) },
                {
                  header: 'Answered',
                  cell: ({ recorded_outcome }) => outcomeInWords(recorded_outcome, null),
                },
                {
                  header: 'Would be answered',
                  cell: (row) => outcomeInWords(row.simulated_outcome, row.simulated_reason),
                },
                { header: 'What changes', cell: changesInWords },
              ]}
              empty={
                words === '' ? (
                  <Empty title="No answer changes">
                    No simulated query would be answered in another way.
                  </Empty>
                ) : (
                  <Empty title="None in the list">
                    The list has the first changed queries of the period, and none of them is of
                    this count.
                  </Empty>
                )
              }
            />
          )}
        </Listed>
        {changed > listed && (
          <Text size="sm" c="dimmed">
            The list has {listed.toLocaleString()} of {changed.toLocaleString()} changed queries:
            the first ones, and further ones until each count has some.
          </Text>
        )}
      </Panel>
    </Box>
  );
}

function changesInWords({ sections, fields }: SimulatedQuery): string {
  return [
    ...sections.map(({ model_name, change }) => `${inWords(model_name)}: ${change}`),
    ...fields.map(({ field_name, change }) => `${inWords(field_name)}: ${change}`),
  ].join('; ');
}
