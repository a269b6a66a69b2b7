import { eachItem, type Network } from '@ndx/client';
import { useApi } from '../app/api.js';
import { ExportButtons } from '../parts/export-buttons.js';
import { useNames } from '../parts/names.js';
import { dayOf, type Interval } from '../parts/periods.js';
import type { FeedQuery } from './use-queries.js';

interface QueryExportProps {
  readonly network: Network;
  /** The filters of the list, without its period. */
  readonly filters: Omit<FeedQuery, 'network_id' | 'from' | 'to'>;
  /** The period when the export begins. */
  readonly interval: () => Interval;
}

/** Saves the listed queries, the oldest first, with the names of institutions beside their ids. */
export function QueryExport({ network, filters, interval }: QueryExportProps) {
  const { ndx } = useApi();
  const { network_id, name } = network;
  const nameOf = useNames([network_id]);
  async function* rowsOf(period: Interval, signal: AbortSignal) {
    const query = { ...filters, ...period, network_id };
    for await (const event of eachItem(ndx.listQueryEvents, { query, signal })) {
      const { querying_entity_id, furnishing_entity_ids, ...members } = event;
      yield {
        ...members,
        querying_entity_id,
        querying_entity_name: nameOf(querying_entity_id),
        furnishing_entity_ids,
        furnishing_entity_names: furnishing_entity_ids.map(nameOf),
      };
    }
  }
  return (
    <ExportButtons
      start={(signal) => {
        const { from, to } = interval();
        return {
          name: `queries-${dayOf(new Date(from))}-to-${dayOf(new Date(Date.parse(to) - 1))}`,
          about: { network: name, from, to, filter: JSON.stringify(filters) },
          rows: rowsOf({ from, to }, signal),
        };
      }}
    />
  );
}
