import { Card, SimpleGrid, Stack } from '@mantine/core';
import type { Simulation } from '@ndx/client';
import { Empty } from '../parts/data-table.js';
import type { NameOf } from '../parts/names.js';
import { Panel } from '../parts/page.js';
import { inWords } from '../parts/words.js';
import { Bars, type BarRow } from './bars.js';
import { outcomeInWords } from './outcome-words.js';

interface SimulationChartProps {
  readonly simulation: Simulation;
  readonly nameOf: NameOf;
}

/** What changes, as bars that lead to the queries: by outcome, querier, furnisher and reason. */
export function SimulationChart({ simulation, nameOf }: SimulationChartProps) {
  const { sections, state } = simulation;
  const isListed = state !== 'running';
  return (
    <Panel title="Outcomes">
      {simulation.outcomes.length === 0 ? (
        <Empty title="No query was simulated">Select a longer period.</Empty>
      ) : (
        <Card withBorder padding="lg">
          <Stack gap="xl">
            <Bars title="Queries by outcome" rows={outcomeRows(simulation, isListed)} />
            {simulation.changed_queries > 0 && (
              <SimpleGrid cols={{ base: 1, lg: 3 }} spacing="xl" verticalSpacing="xl">
                <Bars
                  title="Changed queries by institution"
                  rows={querierRows(simulation, nameOf, isListed)}
                />
                <Bars
                  title="Changes of sections by furnisher"
                  rows={sectionRows(sections, isListed, ({ furnishing_entity_id }) => ({
                    label: nameOf(furnishing_entity_id),
                    filter: { furnishing_entity_id },
                  }))}
                />
                <Bars
                  title="Changes of sections by reason"
                  rows={sectionRows(sections, isListed, ({ code }) =>
                    code === null
                      ? { label: 'hidden', filter: undefined }
                      : { label: inWords(code), filter: { code } },
                  )}
                />
              </SimpleGrid>
            )}
          </Stack>
        </Card>
      )}
    </Panel>
  );
}

/** A row for each change of an outcome, and one for the queries that keep theirs. */
function outcomeRows({ outcomes }: Simulation, isListed: boolean): readonly BarRow[] {
  const changes = outcomes.filter((row) => row.recorded_outcome !== row.simulated_outcome);
  const unchanged = Map.groupBy(
    outcomes.filter((row) => row.recorded_outcome === row.simulated_outcome),
    (row) => row.recorded_outcome,
  );
  return [
    ...changes.map((row): BarRow => {
      const { recorded_outcome, simulated_outcome, simulated_reason, count } = row;
      const kind =
        simulated_outcome === 'issued'
          ? 'gained'
          : simulated_outcome === 'refused'
            ? 'refused'
            : 'lost';
      return {
        label: `${outcomeInWords(recorded_outcome, null)} → ${outcomeInWords(simulated_outcome, simulated_reason)}`,
        counts: { [kind]: count },
        filter: isListed
          ? {
              recorded_outcome,
              simulated_outcome,
              ...(simulated_reason !== null && { simulated_reason }),
            }
          : undefined,
      };
    }),
    ...[...unchanged].map(([outcome, rows]): BarRow => ({
      label: outcomeInWords(outcome, null),
      counts: { unchanged: rows.reduce((sum, { count }) => sum + count, 0) },
      filter: undefined,
    })),
  ];
}

function querierRows({ queriers }: Simulation, nameOf: NameOf, isListed: boolean) {
  return queriers.map((row): BarRow => {
    const { querying_entity_id, lost_answers: lost, gained_answers: gained } = row;
    return {
      label: nameOf(querying_entity_id),
      counts: { lost, gained, other: row.changed_queries - lost - gained },
      filter: isListed ? { querying_entity_id } : undefined,
    };
  });
}

type Section = Simulation['sections'][number];

/** The changes of sections, together where they have the same label. */
function sectionRows(
  sections: readonly Section[],
  isListed: boolean,
  rowOf: (section: Section) => Pick<BarRow, 'label' | 'filter'>,
): readonly BarRow[] {
  const groups = Map.groupBy(sections, (section) => JSON.stringify(rowOf(section)));
  return [...groups.values()].flatMap((group): readonly BarRow[] => {
    const [first] = group;
    if (first === undefined) return [];
    const { label, filter } = rowOf(first);
    const sumOf = (change: Section['change']) =>
      group.reduce((sum, row) => sum + (row.change === change ? row.count : 0), 0);
    return [
      {
        label,
        counts: { lost: sumOf('lost'), gained: sumOf('gained'), replaced: sumOf('replaced') },
        filter: isListed ? filter : undefined,
      },
    ];
  });
}
