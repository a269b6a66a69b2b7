import { Button, Text } from '@mantine/core';
import type { RecordUses } from '@ndx/client';
import { useState } from 'react';
import { useRead } from '../app/reads.js';
import { DisputeLinks, useDisputes } from '../disputes/dispute-links.js';
import { useBusinessNames } from '../parts/business-names.js';
import { DataTable } from '../parts/data-table.js';
import { Panel } from '../parts/page.js';
import { inWords, plural } from '../parts/words.js';
import { useSession } from '../session/session.js';
import { countedRecords } from './counted-records.js';
import { RecordLink } from '../records/record-link.js';

/** Records that are shown. */
const SHOWN = 5;

interface MostUsedProps {
  readonly uses: readonly RecordUses[];
  /** Whether the period has uses that are not loaded. */
  readonly isPartial: boolean;
  readonly onCountAll: () => Promise<void>;
}

/** The records that the loaded queries used most, with the disputes of each. */
export function MostUsed({ uses, isPartial, onCountAll }: MostUsedProps) {
  const counted = countedRecords(uses);
  const records = counted.slice(0, SHOWN);
  const { disputesOf, failure } = useDisputes(
    records.map(({ recordId }) => ({ record_id: recordId })),
  );
  const [isCounting, setIsCounting] = useState(false);
  if (uses.length === 0) return null;
  const queries = plural(uses.length, 'query', 'queries');
  const extent = isPartial
    ? `the ${queries} loaded of this period`
    : `${queries}, the whole period`;
  const countAll = () => {
    setIsCounting(true);
    return onCountAll().finally(() => setIsCounting(false));
  };
  return (
    <Panel
      title={`Most used in ${extent}`}
      actions={
        isPartial && (
          <Button variant="default" loading={isCounting} onClick={countAll}>
            Count the whole period
          </Button>
        )
      }
    >
      {failure}
      <Text size="sm" c="dimmed">
        {Math.min(SHOWN, counted.length)} of {plural(counted.length, 'record')}
      </Text>
      <DataTable
        label="Most used records"
        rows={records}
        keyOf={({ recordId }) => recordId}
        columns={[
          { header: 'Record', cell: ({ recordId }) => <NamedRecord id={recordId} /> },
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

/** A record by its business, where the reader may know its name. */
function NamedRecord({ id }: { readonly id: string }) {
  const { may } = useSession();
  const { data: record } = useRead(
    'readRecord',
    { path: { record_id: id } },
    { staleTime: 60_000, enabled: may('network:read') && may('entity:search') },
  );
  const names = useBusinessNames(
    record?.network_id ?? '',
    record?.subject_type === 'business' ? [record.subject_id] : [],
  );
  const name = record && names.get(record.subject_id);
  return <RecordLink id={id} name={name === undefined ? 'Record' : `Record of ${name}`} />;
}
