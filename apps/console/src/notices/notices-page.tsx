import { Group, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useCount, useList } from '../app/reads.js';
import { AddressSelect } from '../parts/address-filter.js';
import { Empty } from '../parts/data-table.js';
import { moreOf, useListOrder } from '../parts/list-order.js';
import { Listed } from '../parts/listed.js';
import { Page } from '../parts/page.js';
import { SavedViews } from '../parts/saved-views.js';
import { PeriodFilter } from '../parts/period-filter.js';
import { daysIn, intervalOf, sinceOf } from '../parts/periods.js';
import { inWords } from '../parts/words.js';
import { NoticeFilters } from './notice-filters.js';
import { NOTICE_KINDS } from './notice-kinds.js';
import { NoticeTable } from './notice-table.js';

const route = getRouteApi('/notices');

const INITIAL = '30d';

const KIND_LABELS = {
  all: 'All kinds',
  ...Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, inWords(kind)])),
};

/** Which answers of the institution would be different today. */
export function NoticesPage() {
  return (
    <Page
      title="Notices"
      about="The answers of your institution that would be different today, in every network. A notice has no value of an answer: its explanation and evidence give the reasons."
    >
      <Stack gap="sm">
        <NoticeList />
      </Stack>
    </Page>
  );
}

function NoticeList() {
  const search = route.useSearch();
  const { kind, subject, certificate, period = INITIAL } = search;
  const isOfOne = subject !== undefined || certificate !== undefined;
  const query = {
    ...(kind && { kind }),
    ...(subject !== undefined && { subject_id: subject }),
    ...(certificate !== undefined && { certificate_id: certificate }),
  };
  // The notices of one subject or certificate are few: all of them are listed.
  const days = isOfOne ? undefined : daysIn(search);
  const since = isOfOne || days ? undefined : period;
  const times = days && sinceOf(days);
  const order = useListOrder();
  const notices = useList('listNotices', { query: { ...query, ...times, order } }, { since });
  const total = useCount(
    'countNotices',
    { ...query, ...times },
    { since, enabled: notices.hasNextPage },
  );
  return (
    <>
      <NoticeFilters error={notices.error} />
      <SavedViews />
      <Group gap="sm">
        <AddressSelect name="kind" label="Kind" value={kind ?? 'all'} options={KIND_LABELS} />
        {!isOfOne && <PeriodFilter search={search} initial={INITIAL} />}
      </Group>
      <Listed
        list={notices}
        noun={isOfOne ? ['notice', 'notices'] : ['notice in this period', 'notices in this period']}
        isFiltered={Object.keys(query).length > 0}
        total={total}
        more={moreOf(order, 'notices')}
        file={{
          list: notices,
          name: 'notices',
          ...(!isOfOne && { interval: () => intervalOf(search, INITIAL) }),
        }}
      >
        {(found) => <NoticeTable notices={found} order={order} empty={<NoNotice />} />}
      </Listed>
    </>
  );
}

function NoNotice() {
  return (
    <Empty title="No notice" art="done">
      An institution with an enabled notice endpoint gets a notice when one of its answers would be
      different today. A change that leaves the answer as it is causes none.
    </Empty>
  );
}
