import { Card, Stack } from '@mantine/core';
import type { RecordStatus, SubmittedRecord } from '@ndx/client';
import { getRouteApi } from '@tanstack/react-router';
import { useList, useRead } from '../app/reads.js';
import { SubjectLink } from '../compliance/subject-link.js';
import { DisputeLinks, useDisputes } from '../disputes/dispute-links.js';
import { BackLink } from '../parts/back-link.js';
import { DataTable, Empty } from '../parts/data-table.js';
import { Listed } from '../parts/listed.js';
import { Loaded, type Query } from '../parts/loaded.js';
import { useNames } from '../parts/names.js';
import { Page } from '../parts/page.js';
import { Facts, Id, Moment, StatusBadge } from '../parts/values.js';
import { inWords } from '../parts/words.js';
import { RecordLink } from '../records/record-link.js';

const route = getRouteApi('/submissions/$submissionId');

/** The accepted records of a submission of the institution, with their states and disputes. */
export function SubmissionPage() {
  const { submissionId } = route.useParams();
  const records = useList('listSubmittedRecords', { path: { submission_id: submissionId } });
  const [first] = records.data?.items ?? [];
  const record = useRead(
    'readRecord',
    { path: { record_id: first?.record_id ?? '' } },
    { enabled: first !== undefined },
  );
  return (
    <Page
      back={<BackLink to="/submissions" label="All submissions" />}
      title="Submission"
      about={<Id value={submissionId} whole />}
    >
      <Listed
        list={records}
        noun={['accepted record', 'accepted records']}
        more="Load more records"
        file={{
          list: records,
          name: 'submitted-records',
          ...(record.data && { networkId: record.data.network_id }),
        }}
      >
        {(found) => <Records submissionId={submissionId} records={found} first={record} />}
      </Listed>
    </Page>
  );
}

interface RecordsProps {
  readonly submissionId: string;
  readonly records: readonly SubmittedRecord[];
  /** It has the network, the time and the kind of data of all of them. */
  readonly first: Query<RecordStatus>;
}

function Records({ submissionId, records, first }: RecordsProps) {
  const nameOf = useNames(first.data ? [first.data.network_id] : []);
  const { disputesOf, failure } = useDisputes([{ submission_id: submissionId }]);
  if (records.length === 0) {
    return <Empty title="No record was accepted">Check the file and furnish it again.</Empty>;
  }
  return (
    <Loaded query={first}>
      {({ network_id: networkId, dataset, furnished_at: at }) => (
        <Stack gap="lg">
          <Card withBorder padding="lg">
            <Facts
              facts={[
                ['Furnished', <Moment at={at} />],
                ['Data', inWords(dataset)],
                ['Network', nameOf(networkId)],
              ]}
            />
          </Card>
          {failure}
          <DataTable
            label="Accepted records"
            rows={records}
            keyOf={({ record_id: id }) => id}
            minWidth={760}
            columns={[
              { header: 'Row', align: 'right', cell: ({ index }) => (index + 1).toLocaleString() },
              { header: 'Record and uses', cell: ({ record_id: id }) => <RecordLink id={id} /> },
              { header: 'State', cell: ({ state }) => <StatusBadge status={state} /> },
              {
                header: 'Subject',
                cell: ({ subject_type: kind, subject_id: id }) => (
                  <SubjectLink networkId={networkId} kind={kind} id={id} />
                ),
              },
              {
                header: 'Disputes',
                cell: ({ record_id: id }) => <DisputeLinks disputes={disputesOf(id)} />,
              },
            ]}
            empty={null}
          />
        </Stack>
      )}
    </Loaded>
  );
}
