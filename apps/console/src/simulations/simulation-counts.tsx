import type { NotSimulated as NotSimulatedCode, Simulation } from '@ndx/client';
import { DataTable } from '../parts/data-table.js';
import type { NameOf } from '../parts/names.js';
import { Panel, TextLink } from '../parts/page.js';
import { inWords, plural } from '../parts/words.js';
import { CHANGED_QUERIES, type SimulationSearch } from './simulation-search.js';

interface SimulationCountsProps {
  readonly simulation: Simulation;
  readonly nameOf: NameOf;
}

/** The counts of a simulation by section, field and querier; each leads to its queries. */
export function SimulationCounts({ simulation, nameOf }: SimulationCountsProps) {
  return (
    <>
      <Sections simulation={simulation} nameOf={nameOf} />
      <Fields simulation={simulation} nameOf={nameOf} />
      <Queriers simulation={simulation} nameOf={nameOf} />
      <NotSimulated simulation={simulation} />
    </>
  );
}

type CountsProps = Pick<SimulationCountsProps, 'simulation'>;

interface CountProps {
  readonly simulation: Simulation;
  readonly count: number;
  readonly search: SimulationSearch;
}

/** A count, which leads to its queries once they are listed. */
function Count({ simulation: { state }, count, search }: CountProps) {
  const shown = count.toLocaleString();
  if (state === 'running' || count === 0) return shown;
  return (
    <TextLink to="." search={search} hash={CHANGED_QUERIES}>
      {shown}
    </TextLink>
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
          {
            header: 'Answers',
            align: 'right',
            cell: ({ count, code, ...row }) => (
              <Count
                simulation={simulation}
                count={count}
                search={code === null ? row : { ...row, code }}
              />
            ),
          },
        ]}
        empty={null}
      />
      {others > 0 && `And ${plural(others, 'other change')}.`}
    </Panel>
  );
}

function Fields({ simulation, nameOf }: SimulationCountsProps) {
  const { fields, other_fields: others } = simulation;
  if (fields.length === 0) return null;
  return (
    <Panel title="Fields that change">
      <DataTable
        label="Fields that change"
        rows={fields}
        keyOf={(row) =>
          [row.model_name, row.field_name, row.change, row.furnishing_entity_id, row.code].join(' ')
        }
        columns={[
          {
            header: 'Field',
            cell: (row) => `${inWords(row.model_name)} · ${inWords(row.field_name)}`,
          },
          { header: 'Change', cell: ({ change }) => inWords(change) },
          { header: 'Furnisher', cell: (row) => nameOf(row.furnishing_entity_id) },
          { header: 'Reason', cell: ({ code }) => inWords(code) },
          {
            header: 'Answers',
            align: 'right',
            cell: ({ count, ...search }) => (
              <Count simulation={simulation} count={count} search={search} />
            ),
          },
        ]}
        empty={null}
      />
      {others > 0 && `And ${plural(others, 'other change')}.`}
    </Panel>
  );
}

const shown = (count: number) => count.toLocaleString();

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
            cell: ({ changed_queries, querying_entity_id }) => (
              <Count
                simulation={simulation}
                count={changed_queries}
                search={{ querying_entity_id }}
              />
            ),
          },
          {
            header: 'Answers lost',
            align: 'right',
            cell: (row) => shown(row.lost_answers),
          },
          {
            header: 'Answers gained',
            align: 'right',
            cell: ({ gained_answers, querying_entity_id }) => (
              <Count
                simulation={simulation}
                count={gained_answers}
                search={{
                  querying_entity_id,
                  recorded_outcome: 'no_result',
                  simulated_outcome: 'issued',
                }}
              />
            ),
          },
          { header: 'Sections lost', align: 'right', cell: (row) => shown(row.lost_sections) },
          { header: 'Sections gained', align: 'right', cell: (row) => shown(row.gained_sections) },
          { header: 'Fields lost', align: 'right', cell: (row) => shown(row.lost_fields) },
          { header: 'Fields gained', align: 'right', cell: (row) => shown(row.gained_fields) },
        ]}
        empty={null}
      />
      {others > 0 && `And ${plural(others, 'changed query', 'changed queries')} of others.`}
    </Panel>
  );
}

const NOT_SIMULATED: Readonly<Record<NotSimulatedCode, string>> = {
  other_product: 'Of another product or template',
  other_policy: 'Used another policy',
  dataset_closed: 'Of a bundle, without the data set of the policy',
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
