import type { RecordSimulation, SimulatedQuery, Simulation } from '@ndx/client';
import { members, table } from './output.js';

/** Names of institutions by entity id. */
type Names = ReadonlyMap<string, string>;

const NOT_FOUND =
  'Refused queries, and networks that a consent or its absence closed, are in no count.';

const ACCEPTED_ONLY =
  'The network had accepted each of these records. Refused records are not stored, and are in no count.';

/** The counts of a simulation as a person reads them. */
export function simulationText(simulation: Simulation, names: Names): string {
  const { simulation_id, state, failure, from, to, is_default, enforced, status } = simulation;
  const { simulated_queries, changed_queries } = simulation;
  const nameOf = (id: string) => names.get(id) ?? id;
  const head = members({
    ...{ simulation_id, state, ...(failure !== null && { failure }) },
    ...{ status, is_default, enforced, from, to, simulated_queries, changed_queries },
  });
  const { outcomes, sections, fields, queriers, not_simulated } = simulation;
  const parts = [
    table(
      ['RECORDED', 'SIMULATED', 'REASON', 'QUERIES'],
      outcomes.map((each) => [
        ...[each.recorded_outcome, each.simulated_outcome, each.simulated_reason, each.count],
      ]),
      '',
    ),
    table(
      ['SECTION', 'CHANGE', 'FURNISHER', 'REASON', 'QUERIES'],
      [
        ...sections.map((each) => [
          ...[each.model_name, each.change, nameOf(each.furnishing_entity_id), each.code],
          each.count,
        ]),
        ...others(simulation.other_sections, 4),
      ],
      '',
    ),
    table(
      ['SECTION', 'FIELD', 'CHANGE', 'FURNISHER', 'REASON', 'QUERIES'],
      [
        ...fields.map((each) => [
          ...[each.model_name, each.field_name, each.change],
          ...[nameOf(each.furnishing_entity_id), each.code, each.count],
        ]),
        ...others(simulation.other_fields, 5),
      ],
      '',
    ),
    table(
      ['QUERIER', 'CHANGED', 'ANSWERS', 'SECTIONS', 'FIELDS'],
      [
        ...queriers.map((each) => [
          ...[nameOf(each.querying_entity_id), each.changed_queries],
          `-${each.lost_answers} +${each.gained_answers}`,
          `-${each.lost_sections} +${each.gained_sections}`,
          `-${each.lost_fields} +${each.gained_fields}`,
        ]),
        ...others(simulation.other_queriers, 1),
      ],
      '',
    ),
    table(
      ['NOT SIMULATED', 'QUERIES'],
      not_simulated.map(({ code, count }) => [code, count]),
      '',
    ),
  ];
  return [head, ...parts.filter((part) => part !== ''), NOT_FOUND].join('\n\n');
}

/** The counts of a simulation over past records as a person reads them. */
export function recordSimulationText(simulation: RecordSimulation, names: Names): string {
  const { from, to, examined_records, accepted_records, refused_records } = simulation;
  const parts = [
    table(
      ['REASON', 'FIELD', 'REFUSED RECORDS'],
      simulation.refusals
        .toSorted((one, other) => other.count - one.count)
        .map(({ code, path, count }) => [code, path === '' ? null : path, count]),
      '',
    ),
    table(
      ['FURNISHER', 'RECORDS', 'REFUSED'],
      simulation.furnishers.map((each) => [
        names.get(each.furnishing_entity_id) ?? each.furnishing_entity_id,
        ...[each.examined_records, each.refused_records],
      ]),
      '',
    ),
  ];
  return [
    members({ from, to, examined_records, accepted_records, refused_records }),
    ...parts.filter((part) => part !== ''),
    ACCEPTED_ONLY,
  ].join('\n\n');
}

/** The queries whose answer changes, each with the id that `ndx why` and `ndx replay` take. */
export function simulatedQueriesText(
  queries: readonly SimulatedQuery[],
  names: Names,
  { simulation_id, changed_queries: changed }: Simulation,
): string {
  const list = table(
    ['QUERY EVENT', 'TIME', 'QUERIER', 'RECORDED', 'SIMULATED', 'CHANGES'],
    queries.map((each) => [
      ...[each.query_event_id, each.occurred_at],
      names.get(each.querying_entity_id) ?? each.querying_entity_id,
      ...[each.recorded_outcome, each.simulated_outcome],
      [...each.sections, ...each.fields].map(changeText).join(', '),
    ]),
    'No answer changes.',
  );
  if (queries.length === 0) return list;
  const isWhole = changed <= queries.length;
  return [
    list,
    ...(isWhole ? [] : [`The first ${queries.length} of ${changed} changed queries.`]),
    `Why, then: ndx why QUERY-EVENT; as simulated: ndx replay QUERY-EVENT --simulation ${simulation_id}`,
  ].join('\n');
}

function changeText(each: SimulatedQuery['sections'][number] | SimulatedQuery['fields'][number]) {
  const field = 'field_name' in each ? `.${each.field_name}` : '';
  return `${each.model_name}${field} ${each.change}`;
}

/** What a breakdown counts beyond its bound. */
function others(count: number, column: number): (string | number | null)[][] {
  if (count === 0) return [];
  return [['(others)', ...Array.from({ length: column - 1 }, () => null), count]];
}
