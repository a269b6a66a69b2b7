import { eachItem, type Network } from '@ndx/client';
import { useApi } from '../app/api.js';
import { ListExport } from '../parts/list-export.js';
import { useNames } from '../parts/names.js';
import type { Interval } from '../parts/periods.js';
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
  return (
    <ListExport
      name="queries"
      about={{ network: name, filter: JSON.stringify(filters) }}
      interval={interval}
      read={(period, signal) =>
        eachItem(ndx.listQueryEvents, { query: { ...filters, ...period, network_id }, signal })
      }
      rowOf={({ querying_entity_id, furnishing_entity_ids, ...members }) => ({
        ...members,
        querying_entity_id,
        querying_entity_name: nameOf(querying_entity_id),
        furnishing_entity_ids,
        furnishing_entity_names: furnishing_entity_ids.map(nameOf),
      })}
    />
  );
}
