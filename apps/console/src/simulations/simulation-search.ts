import type { ListSimulatedQueriesData, Simulation } from '@ndx/client';
import type { NameOf } from '../parts/names.js';
import { oneOf, searchReader, text, type SearchOf } from '../parts/search.js';
import { inWords } from '../parts/words.js';
import { outcomeInWords } from './outcome-words.js';

/** The place of the list of changed queries in the page. */
export const CHANGED_QUERIES = 'changed-queries';

/** The count of which the page lists the queries, by its members in the simulation. */
export const readSimulationSearch = searchReader({
  recorded_outcome: text,
  simulated_outcome: text,
  simulated_reason: text,
  querying_entity_id: text,
  model_name: text,
  field_name: text,
  change: text,
  furnishing_entity_id: text,
  code: text,
});

export type SimulationSearch = SearchOf<typeof readSimulationSearch>;

type Filter = NonNullable<ListSimulatedQueriesData['query']>;

/** The filter of the list for a count; a value that no count has is left out. */
export function filterOf(simulation: Simulation, search: SimulationSearch): Filter {
  const { outcomes, sections, fields, queriers } = simulation;
  const changes = [...sections, ...fields];
  return {
    recorded_outcome: oneOf(outcomes.map((row) => row.recorded_outcome))(search.recorded_outcome),
    simulated_outcome: oneOf(outcomes.map((row) => row.simulated_outcome))(
      search.simulated_outcome,
    ),
    simulated_reason: oneOf(outcomes.flatMap((row) => row.simulated_reason ?? []))(
      search.simulated_reason,
    ),
    querying_entity_id: oneOf(queriers.map((row) => row.querying_entity_id))(
      search.querying_entity_id,
    ),
    model_name: oneOf(changes.map((row) => row.model_name))(search.model_name),
    field_name: oneOf(fields.map((row) => row.field_name))(search.field_name),
    change: oneOf(changes.map((row) => row.change))(search.change),
    furnishing_entity_id: oneOf(changes.map((row) => row.furnishing_entity_id))(
      search.furnishing_entity_id,
    ),
    code: oneOf(changes.flatMap((row) => row.code ?? []))(search.code),
  };
}

/** The filter in words; empty without one. */
export function filterInWords(filter: Filter, nameOf: NameOf): string {
  const { recorded_outcome: recorded, simulated_outcome: simulated } = filter;
  const { querying_entity_id: querier, furnishing_entity_id: furnisher } = filter;
  return [
    recorded && outcomeInWords(recorded, null),
    simulated && `would be ${outcomeInWords(simulated, filter.simulated_reason ?? null)}`,
    querier && `of ${nameOf(querier)}`,
    filter.model_name && inWords(filter.model_name),
    filter.field_name && inWords(filter.field_name),
    filter.change && inWords(filter.change),
    furnisher && `from ${nameOf(furnisher)}`,
    filter.code && inWords(filter.code),
  ]
    .filter((part) => part !== undefined && part !== '')
    .join(' · ');
}
