import type { RecordUses } from '@ndx/client';
import { DisputeLinks, useDisputes } from '../disputes/dispute-links.js';
import { DataTable } from '../parts/data-table.js';
import { Panel } from '../parts/page.js';
import { inWords, plural } from '../parts/words.js';
import { countedRecords } from './counted-records.js';
import { RecordLink } from '../records/record-link.js';

/** Records that are shown. */
const SHOWN = 5;

/** The records that the shown queries used most, with the disputes of each. */
export function MostUsed({ uses }: { readonly uses: readonly RecordUses[] }) {
  const { disputesOf, failure } = useDisputes();
  if (uses.length === 0) return null;
  return (
    <Panel title={`Most used in ${plural(uses.length, 'query', 'queries')}`}>
      {failure}
      <DataTable
        label="Most used records"
        rows={countedRecords(uses).slice(0, SHOWN)}
        keyOf={({ recordId }) => recordId}
        columns={[
          { header: 'Record', cell: ({ recordId }) => <RecordLink id={recordId} /> },
          { header: 'Sections', cell: ({ models }) => [...models].map(inWords).join(', ') },
          { header: 'Used', align: 'right', cell: ({ used }) => used },
          { header: 'Excluded', align: 'right', cell: ({ excluded }) => excluded },
          {
            header: 'Disputes',
            cell: ({ recordId }) => <DisputeLinks disputes={disputesOf(recordId)} />,
          },
        ]}
        empty={null}
      />
    </Panel>
  );
}
