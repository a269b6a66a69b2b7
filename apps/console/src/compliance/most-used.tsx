import { Button, Text } from '@mantine/core';
import type { RecordUses } from '@ndx/client';
import { useState } from 'react';
import { DisputeLinks, useDisputes } from '../disputes/dispute-links.js';
import { DataTable } from '../parts/data-table.js';
import { Panel } from '../parts/page.js';
import { inWords, plural } from '../parts/words.js';
import { countedRecords } from './counted-records.js';
import { NamedRecord } from '../records/named-record.js';

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
