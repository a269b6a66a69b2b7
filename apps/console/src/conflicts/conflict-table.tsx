import type { IdentityConflict } from '@ndx/client';
import { DataTable, Empty } from '../parts/data-table.js';
import { Id, Moment, StatusBadge } from '../parts/values.js';
import { TextLink } from '../parts/page.js';
import { inWords } from '../parts/words.js';
import type { ConflictFilter } from './conflict-search.js';
import { nameOfSubject } from './subject-name.js';

interface ConflictTableProps {
  readonly conflicts: readonly IdentityConflict[];
  readonly status: ConflictFilter;
}

export function ConflictTable({ conflicts, status }: ConflictTableProps) {
  return (
    <DataTable
      label="Identity conflicts"
      rows={conflicts}
      keyOf={({ conflict_id }) => conflict_id}
      minWidth={860}
      columns={[
        { header: 'Subjects', cell: (conflict) => <ConflictLink conflict={conflict} /> },
        { header: 'Status', cell: (conflict) => <StatusBadge status={conflict.status} /> },
        { header: 'Kind', cell: ({ subject_type }) => inWords(subject_type) },
        { header: 'Opened', cell: ({ opened_at }) => <Moment at={opened_at} /> },
        {
          header: 'Resolved',
          cell: ({ resolved_at: at }) => (at === null ? null : <Moment at={at} />),
        },
        { header: 'Id', cell: ({ conflict_id }) => <Id value={conflict_id} /> },
      ]}
      empty={
        status === 'open' ? (
          <Empty title="No open conflict" art="done">
            A conflict opens when an institution states a known SSN with another date of birth, a
            known EIN with another legal name, or a known registration with another legal name or
            EIN.
          </Empty>
        ) : (
          <Empty title="No conflict with this status">Select another status.</Empty>
        )
      }
    />
  );
}

function ConflictLink({
  conflict: { conflict_id: conflictId, subjects },
}: {
  readonly conflict: IdentityConflict;
}) {
  return (
    <TextLink to="/identity-conflicts/$conflictId" params={{ conflictId }}>
      {subjects.map(nameOfSubject).join(' / ')}
    </TextLink>
  );
}
