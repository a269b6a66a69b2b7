import { Text } from '@mantine/core';
import type { Simulation, SimulatedQuery } from '@ndx/client';
import { useList } from '../app/reads.js';
import { DataTable, Empty } from '../parts/data-table.js';
import { Listed } from '../parts/loaded.js';
import type { NameOf } from '../parts/names.js';
import { Panel } from '../parts/page.js';
import { Moment } from '../parts/values.js';
import { inWords } from '../parts/words.js';
import { ExplanationLink } from '../queries/query-links.js';
import { outcomeInWords } from './outcome-words.js';

interface SimulatedQueriesProps {
  readonly simulation: Simulation;
  readonly nameOf: NameOf;
}

/** The queries whose answer changes, each with the explanation of its answer. */
export function SimulatedQueries({ simulation, nameOf }: SimulatedQueriesProps) {
  const { simulation_id, changed_queries: changed, listed_queries: listed } = simulation;
  const queries = useList('listSimulatedQueries', { path: { simulation_id } });
  return (
    <Panel title="Queries whose answer changes">
      <Listed list={queries} more="Load more queries">
        {(found) => (
          <DataTable
            label="Queries whose answer changes"
            rows={found}
            keyOf={({ query_event_id }) => query_event_id}
            minWidth={900}
            columns={[
              {
                header: 'Query',
                cell: (row) => <ExplanationLink queryEventId={row.query_event_id} />,
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
              <Empty title="No answer changes">
                No simulated query would be answered in another way.
              </Empty>
            }
          />
        )}
      </Listed>
      {changed > listed && (
        <Text size="sm" c="dimmed">
          The list has {listed.toLocaleString()} of {changed.toLocaleString()} changed queries.
        </Text>
      )}
    </Panel>
  );
}

function changesInWords({ sections, fields }: SimulatedQuery): string {
  return [
    ...sections.map(({ model_name, change }) => `${inWords(model_name)}: ${change}`),
    ...fields.map(({ field_name, change }) => `${inWords(field_name)}: ${change}`),
  ].join('; ');
}
