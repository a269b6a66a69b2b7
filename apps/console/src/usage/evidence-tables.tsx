import type { QueryEvidence } from '@ndx/client';
import { DataTable } from '../parts/data-table.js';
import { Id } from '../parts/id.js';
import { IntactBadge } from '../parts/intact-badge.js';
import { Moment } from '../parts/moment.js';
import type { NameOf } from '../parts/names.js';
import { NoValue } from '../parts/no-value.js';
import { inWords } from '../parts/words.js';

interface UsedRecordsProps {
  readonly records: QueryEvidence['records'];
  readonly nameOf: NameOf;
}

export function UsedRecords({ records, nameOf }: UsedRecordsProps) {
  return (
    <DataTable
      label="Records that the answer used"
      rows={records}
      keyOf={({ record_id, model_name }) => `${record_id} ${model_name}`}
      minWidth={760}
      empty={null}
      columns={[
        { header: 'Section', cell: ({ model_name }) => inWords(model_name) },
        { header: 'Furnisher', cell: ({ furnishing_entity_id: id }) => nameOf(id) },
        { header: 'Record', cell: ({ record_id }) => <Id value={record_id} /> },
        {
          header: 'Attestation',
          cell: ({ attestation_id: id }) =>
            id === null ? <NoValue>not attested</NoValue> : <Id value={id} />,
        },
      ]}
    />
  );
}

interface EvidenceEntriesProps {
  readonly entries: QueryEvidence['audit_entries'];
  readonly nameOf: NameOf;
}

export function EvidenceEntries({ entries, nameOf }: EvidenceEntriesProps) {
  return (
    <DataTable
      label="Audit entries"
      rows={entries}
      keyOf={({ chain, seq }) => `${chain} ${seq}`}
      minWidth={900}
      empty={null}
      columns={[
        { header: 'Network', cell: ({ chain }) => nameOf(chain) },
        { header: 'Entry', align: 'right', cell: ({ seq }) => seq.toLocaleString() },
        { header: 'Time', cell: ({ occurred_at }) => <Moment at={occurred_at} /> },
        { header: 'Hash', cell: ({ hash }) => <Id value={hash} /> },
        { header: 'Previous hash', cell: ({ previous_hash: hash }) => previous(hash) },
        {
          header: 'State',
          cell: ({ is_intact: isIntact }) => <IntactBadge isIntact={isIntact} />,
        },
      ]}
    />
  );
}

function previous(hash: string) {
  return hash === '' ? <NoValue>first entry</NoValue> : <Id value={hash} />;
}
