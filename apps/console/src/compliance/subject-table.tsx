import { DataTable, Empty, type Column } from '../parts/data-table.js';
import { Id, Masked, Moment, NoValue } from '../parts/values.js';
import { TextLink } from '../parts/page.js';
import type { SubjectKind } from './subject-kind.js';
import type { FoundSubject } from './use-subjects.js';

interface SubjectTableProps {
  readonly kind: SubjectKind;
  readonly subjects: readonly FoundSubject[];
}

export function SubjectTable({ kind, subjects }: SubjectTableProps) {
  return (
    <DataTable
      label="Subjects"
      columns={columnsOf(kind)}
      rows={subjects}
      keyOf={({ id }) => id}
      minWidth={760}
      empty={
        <Empty title="No subject found">
          Search by a part of a name or email, or by all digits of the{' '}
          {kind === 'business' ? 'EIN' : 'SSN'}. Subjects appear when an institution furnishes a
          record or records a consent.
        </Empty>
      }
    />
  );
}

function columnsOf(kind: SubjectKind): readonly Column<FoundSubject>[] {
  const isBusiness = kind === 'business';
  return [
    {
      header: 'Name',
      cell: ({ id, name }) => (
        <TextLink to="/subjects/$kind/$subjectId" params={{ kind, subjectId: id }}>
          {name}
        </TextLink>
      ),
    },
    { header: 'Email', cell: ({ email }) => email ?? <NoValue>not stated</NoValue> },
    {
      header: isBusiness ? 'Incorporated' : 'Born',
      cell: ({ date }) => date ?? <NoValue>not stated</NoValue>,
    },
    ...(isBusiness
      ? [
          {
            header: 'EIN',
            cell: ({ einLastFour }: FoundSubject) => <Masked lastDigits={einLastFour} />,
          },
        ]
      : []),
    { header: 'Id', cell: ({ id }) => <Id value={id} /> },
    { header: 'Known since', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  ];
}
