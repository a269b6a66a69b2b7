import { Stack } from '@mantine/core';
import { eachItem, type Submission } from '@ndx/client';
import { useApi } from '../app/api.js';
import { getRouteApi } from '@tanstack/react-router';
import { useCount, useList } from '../app/reads.js';
import { DataTable, Empty } from '../parts/data-table.js';
import { moreOf, useListOrder } from '../parts/list-order.js';
import { Listed } from '../parts/listed.js';
import { ListExport } from '../parts/list-export.js';
import { useNames, type NameOf } from '../parts/names.js';
import { Page, TextLink } from '../parts/page.js';
import { daysIn, intervalOf, type Interval } from '../parts/periods.js';
import { SavedViews } from '../parts/saved-views.js';
import { Id, Moment, NoValue } from '../parts/values.js';
import { inWords } from '../parts/words.js';
import { useSession } from '../session/session.js';
import { SubmissionFilters } from './submission-filters.js';
import { filtersIn } from './submission-search.js';

const route = getRouteApi('/submissions');

/** What the institution furnished, in every network. */
export function SubmissionsPage() {
  const { networks } = useSession();
  const nameOf = useNames(networks.map(({ network_id }) => network_id));
  const order = useListOrder();
  const search = route.useSearch();
  const filters = filtersIn(search);
  const query = { ...filters, ...daysIn(search) };
  const period = daysIn(search) ? undefined : search.period;
  const submissions = useList('listSubmissions', { query: { ...query, order } }, { period });
  const total = useCount('countSubmissions', query, { period, enabled: submissions.hasNextPage });
  const isOfAllTime = period === undefined && query.from === undefined;
  const isFiltered = !isOfAllTime || Object.keys(filters).length > 0;
  return (
    <Page
      title="Submissions"
      about="What your institution furnished in each network. A submission leads to its records, with their state, uses and disputes."
    >
      <Stack gap="sm">
        <SavedViews />
        <SubmissionFilters search={search} nameOf={nameOf} />
        <Listed
          list={submissions}
          noun={['submission', 'submissions']}
          isFiltered={isFiltered}
          total={total}
          more={moreOf(order, 'submissions')}
        >
          {(found) => (
            <Stack gap="sm">
              {found.length > 0 && (
                <SubmissionExport
                  filters={filters}
                  nameOf={nameOf}
                  {...(!isOfAllTime && { interval: () => intervalOf(search, '7d') })}
                />
              )}
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
                  {
                    header: 'Program',
                    cell: ({ program_name: program }) => program ?? <NoValue>not stated</NoValue>,
                  },
                  { header: 'Accepted', align: 'right', cell: accepted },
                  { header: 'Id', cell: ({ submission_id }) => <Id value={submission_id} /> },
                ]}
                empty={
                  isFiltered ? (
                    <Empty title="No submission matches the filters" />
                  ) : (
                    <Empty title="Your institution has furnished nothing">
                      <TextLink to="/dry-run">Check a file</TextLink>, and furnish it.
                    </Empty>
                  )
                }
              />
            </Stack>
          )}
        </Listed>
      </Stack>
    </Page>
  );
}

function accepted({ accepted_count: count, record_count: all }: Submission): string {
  return `${count.toLocaleString()} of ${all.toLocaleString()}`;
}

/** Submissions of a request. */
const PAGE = 100;

interface SubmissionExportProps {
  readonly filters: ReturnType<typeof filtersIn>;
  readonly nameOf: NameOf;
  /** Absent for all time. */
  readonly interval?: () => Interval;
}

/** Saves the listed submissions, the oldest first. */
function SubmissionExport({ filters, nameOf, ...window }: SubmissionExportProps) {
  const { ndx } = useApi();
  const { caller } = useSession();
  return (
    <ListExport
      name="submissions"
      about={{ institution: caller.institution_name, filter: JSON.stringify(filters) }}
      {...window}
      read={(period, signal) =>
        eachItem(ndx.listSubmissions, { query: { ...filters, ...period, limit: PAGE }, signal })
      }
      rowOf={({ network_id, ...members }) => ({
        ...{ network_id, network_name: nameOf(network_id) },
        ...members,
      })}
    />
  );
}
