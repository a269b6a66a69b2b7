import type { NotSimulated as NotSimulatedCode, Simulation } from '@ndx/client';
import { DataTable, Empty } from '../parts/data-table.js';
import type { NameOf } from '../parts/names.js';
import { Panel } from '../parts/page.js';
import { inWords, plural } from '../parts/words.js';
import { outcomeInWords } from './outcome-words.js';

interface SimulationCountsProps {
  readonly simulation: Simulation;
  readonly nameOf: NameOf;
}

/** The counts of a simulation: what changes, of which sections and fields, and for whom. */
export function SimulationCounts({ simulation, nameOf }: SimulationCountsProps) {
  return (
    <>
      <Outcomes simulation={simulation} />
      <Sections simulation={simulation} nameOf={nameOf} />
      <Fields simulation={simulation} />
      <Queriers simulation={simulation} nameOf={nameOf} />
      <NotSimulated simulation={simulation} />
    </>
  );
}

type CountsProps = Pick<SimulationCountsProps, 'simulation'>;

function Outcomes({ simulation: { outcomes } }: CountsProps) {
  return (
    <Panel title="Outcomes">
      <DataTable
        label="Outcomes"
        rows={outcomes}
        keyOf={(row) =>
          `${row.recorded_outcome} ${row.simulated_outcome} ${row.simulated_reason ?? ''}`
        }
        columns={[
          {
            header: 'Answered',
            cell: ({ recorded_outcome }) => outcomeInWords(recorded_outcome, null),
          },
          {
            header: 'Would be answered',
            cell: (row) => outcomeInWords(row.simulated_outcome, row.simulated_reason),
          },
          {
            header: 'Outcome changes',
            cell: (row) => (row.recorded_outcome === row.simulated_outcome ? 'no' : 'yes'),
          },
          { header: 'Queries', align: 'right', cell: ({ count }) => count.toLocaleString() },
        ]}
        empty={<Empty title="No query was simulated">Select a longer period.</Empty>}
      />
    </Panel>
  );
}

function Sections({ simulation, nameOf }: SimulationCountsProps) {
  const { sections, other_sections: others } = simulation;
  if (sections.length === 0) return null;
  return (
    <Panel title="Sections that change">
      <DataTable
        label="Sections that change"
        rows={sections}
        keyOf={(row) =>
          `${row.model_name} ${row.change} ${row.furnishing_entity_id} ${row.code ?? ''}`
        }
        columns={[
          { header: 'Section', cell: ({ model_name }) => inWords(model_name) },
          { header: 'Change', cell: ({ change }) => inWords(change) },
          { header: 'Furnisher', cell: (row) => nameOf(row.furnishing_entity_id) },
          { header: 'Reason', cell: ({ code }) => (code === null ? 'hidden' : inWords(code)) },
          { header: 'Answers', align: 'right', cell: ({ count }) => count.toLocaleString() },
        ]}
        empty={null}
      />
      {others > 0 && `And ${plural(others, 'other change')}.`}
    </Panel>
  );
}

function Fields({ simulation: { fields } }: CountsProps) {
  if (fields.length === 0) return null;
  return (
    <Panel title="Fields that change">
      <DataTable
        label="Fields that change"
        rows={fields}
        keyOf={(row) => `${row.model_name} ${row.field_name} ${row.change}`}
        columns={[
          {
            header: 'Field',
            cell: (row) => `${inWords(row.model_name)} · ${inWords(row.field_name)}`,
          },
          { header: 'Change', cell: ({ change }) => inWords(change) },
          { header: 'Answers', align: 'right', cell: ({ count }) => count.toLocaleString() },
        ]}
        empty={null}
      />
    </Panel>
  );
}

function Queriers({ simulation, nameOf }: SimulationCountsProps) {
  const { queriers, other_queriers: others } = simulation;
  if (queriers.length === 0) return null;
  return (
    <Panel title="By querier">
      <DataTable
        label="By querier"
        rows={queriers}
        keyOf={({ querying_entity_id }) => querying_entity_id}
        columns={[
          { header: 'Institution', cell: (row) => nameOf(row.querying_entity_id) },
          {
            header: 'Changed queries',
            align: 'right',
            cell: ({ changed_queries }) => changed_queries.toLocaleString(),
          },
          {
            header: 'Answers lost',
            align: 'right',
            cell: ({ lost_answers }) => lost_answers.toLocaleString(),
          },
          {
            header: 'Answers gained',
            align: 'right',
            cell: ({ gained_answers }) => gained_answers.toLocaleString(),
          },
        ]}
        empty={null}
      />
      {others > 0 && `And ${plural(others, 'changed query', 'changed queries')} of others.`}
    </Panel>
  );
}

const NOT_SIMULATED: Readonly<Record<NotSimulatedCode, string>> = {
  other_product: 'Of another product or template',
  not_governed: 'Also of a network that your institution does not govern',
  not_recorded: 'Answered before decisions were recorded',
  record_missing: 'A record that the query considered is missing',
};

function NotSimulated({ simulation: { not_simulated: rows } }: CountsProps) {
  if (rows.length === 0) return null;
  return (
    <Panel title="Queries that were not simulated">
      <DataTable
        label="Queries that were not simulated"
        rows={rows}
        keyOf={({ code }) => code}
        columns={[
          { header: 'Why', cell: ({ code }) => NOT_SIMULATED[code] },
          { header: 'Queries', align: 'right', cell: ({ count }) => count.toLocaleString() },
        ]}
        empty={null}
      />
    </Panel>
  );
}
