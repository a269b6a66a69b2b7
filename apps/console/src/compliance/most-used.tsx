import { Text } from '@mantine/core';
import type { RecordUseCounts } from '@ndx/client';
import { DisputeLinks, useDisputes } from '../disputes/dispute-links.js';
import { DataTable } from '../parts/data-table.js';
import { Panel } from '../parts/page.js';
import { inWords, plural } from '../parts/words.js';
import { NamedRecord } from '../records/named-record.js';

/** Records that are shown. */
export const SHOWN = 5;

interface MostUsedProps {
  readonly networkId: string;
  readonly counts: RecordUseCounts;
}

/** The records that queries used most, with the disputes of each. */
export function MostUsed({ networkId, counts }: MostUsedProps) {
  const { data: records, record_count: count, query_count: queries, is_complete } = counts;
  const { disputesOf, failure } = useDisputes(records.map(({ record_id }) => ({ record_id })));
  if (count === 0) return null;
  const extent = is_complete
    ? `in ${plural(queries, 'query', 'queries')}, the whole period`
    : 'among the newest queries of the network';
  return (
    <Panel title={`Most used ${extent}`}>
      {failure}
      <Text size="sm" c="dimmed">
        {records.length} of {plural(count, 'record')}
      </Text>
      <DataTable
        label="Most used records"
        rows={records}
        keyOf={({ record_id }) => record_id}
        columns={[
          {
            header: 'Record',
            cell: ({ record_id }) => <NamedRecord networkId={networkId} id={record_id} />,
          },
          { header: 'Sections', cell: ({ model_names }) => model_names.map(inWords).join(', ') },
          { header: 'Used', align: 'right', cell: ({ used_count }) => used_count },
          { header: 'Excluded', align: 'right', cell: ({ excluded_count }) => excluded_count },
          {
            header: 'Disputes',
            cell: ({ record_id }) => <DisputeLinks disputes={disputesOf(record_id)} />,
          },
        ]}
        empty={null}
      />
    </Panel>
  );
}
