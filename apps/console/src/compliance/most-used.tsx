import type { Dispute, RecordUses } from '@ndx/client';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import { allQuery } from '../app/reads.js';
import { DataTable } from '../parts/data-table.js';
import { Failure } from '../parts/loaded.js';
import { Panel, TextLink } from '../parts/page.js';
import { inWords, plural } from '../parts/words.js';
import { countedRecords } from './counted-records.js';
import { RecordLink } from '../records/record-link.js';

/** Records that are shown. */
const SHOWN = 5;

/** The records that the shown queries used most, with the disputes of each. */
export function MostUsed({ uses }: { readonly uses: readonly RecordUses[] }) {
  const { ndx } = useApi();
  const disputes = useQuery(allQuery(ndx, 'listDisputes', {}));
  const about = (recordId: string) =>
    disputes.data?.filter(({ record_id }) => record_id === recordId) ?? [];
  if (uses.length === 0) return null;
  return (
    <Panel title={`Most used in ${plural(uses.length, 'query', 'queries')}`}>
      {disputes.error && (
        <Failure
          title="The disputes were not read"
          error={disputes.error}
          retry={disputes.refetch}
        />
      )}
      <DataTable
        label="Most used records"
        rows={countedRecords(uses).slice(0, SHOWN)}
        keyOf={({ recordId }) => recordId}
        columns={[
          { header: 'Record', cell: ({ recordId }) => <RecordLink id={recordId} /> },
          { header: 'Sections', cell: ({ models }) => [...models].map(inWords).join(', ') },
          { header: 'Used', align: 'right', cell: ({ used }) => used },
          { header: 'Excluded', align: 'right', cell: ({ excluded }) => excluded },
          { header: 'Disputes', cell: ({ recordId }) => <Disputes of={about(recordId)} /> },
        ]}
        empty={null}
      />
    </Panel>
  );
}

function Disputes({ of: disputes }: { readonly of: readonly Dispute[] }) {
  return disputes.map(({ dispute_id: disputeId, state }) => (
    <TextLink key={disputeId} to="/disputes/$disputeId" params={{ disputeId }} display="block">
      {inWords(state)}
    </TextLink>
  ));
}
