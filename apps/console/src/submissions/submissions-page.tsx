import { Stack } from '@mantine/core';
import { eachItem, type Submission } from '@ndx/client';
import { useApi } from '../app/api.js';
import { useList, useRead } from '../app/reads.js';
import { DataTable, Empty } from '../parts/data-table.js';
import { moreOf, useListOrder } from '../parts/list-order.js';
import { Listed } from '../parts/loaded.js';
import { ListExport } from '../parts/list-export.js';
import { useNames, type NameOf } from '../parts/names.js';
import { Page, TextLink } from '../parts/page.js';
import { Id, Moment } from '../parts/values.js';
import { inWords } from '../parts/words.js';
import { useSession } from '../session/session.js';

/** What the institution furnished, in every network. */
export function SubmissionsPage() {
  const { networks } = useSession();
  const nameOf = useNames(networks.map(({ network_id }) => network_id));
  const order = useListOrder();
  const submissions = useList('listSubmissions', { query: { order } });
  const { data: total } = useRead('countSubmissions', {}, { enabled: submissions.hasNextPage });
  return (
    <Page
      title="Submissions"
      about="What your institution furnished in each network. A submission leads to its records, with their state, uses and disputes."
    >
      <Listed
        list={submissions}
        noun={['submission', 'submissions']}
        total={total}
        more={moreOf(order, 'submissions')}
      >
        {(found) => (
          <Stack gap="sm">
            {found.length > 0 && <SubmissionExport nameOf={nameOf} />}
            <DataTable
              label="Submissions"
              rows={found}
              keyOf={({ submission_id }) => submission_id}
              minWidth={820}
              columns={[
                {
                  header: 'Time',
                  order,
                  cell: ({ submitted_at, submission_id: submissionId }) => (
                    <TextLink to="/submissions/$submissionId" params={{ submissionId }}>
                      <Moment at={submitted_at} />
                    </TextLink>
                  ),
                },
                { header: 'Data', cell: ({ dataset }) => inWords(dataset) },
                { header: 'Network', cell: ({ network_id }) => nameOf(network_id) },
                { header: 'Program', cell: ({ program_name }) => program_name },
                { header: 'Accepted', align: 'right', cell: accepted },
                { header: 'Id', cell: ({ submission_id }) => <Id value={submission_id} /> },
              ]}
              empty={
                <Empty title="Your institution has furnished nothing">
                  <TextLink to="/dry-run">Check a file</TextLink>, and furnish it.
                </Empty>
              }
            />
          </Stack>
        )}
      </Listed>
    </Page>
  );
}

function accepted({ accepted_count: count, record_count: all }: Submission): string {
  return `${count.toLocaleString()} of ${all.toLocaleString()}`;
}

/** Saves all of them, the oldest first. */
function SubmissionExport({ nameOf }: { readonly nameOf: NameOf }) {
  const { ndx } = useApi();
  const { caller } = useSession();
  return (
    <ListExport
      name="submissions"
      about={{ institution: caller.institution_name, filter: '{}' }}
      read={(_, signal) => eachItem(ndx.listSubmissions, { query: {}, signal })}
      rowOf={({ network_id, ...members }) => ({
        ...{ network_id, network_name: nameOf(network_id) },
        ...members,
      })}
    />
  );
}
