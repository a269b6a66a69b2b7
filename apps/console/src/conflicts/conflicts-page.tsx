import { Stack } from '@mantine/core';
import type { Network } from '@ndx/client';
import { getRouteApi } from '@tanstack/react-router';
import { useList, useRead } from '../app/reads.js';
import { InGovernedNetwork } from '../layout/in-governed-network.js';
import { AddressSegments } from '../parts/address-filter.js';
import { Listed } from '../parts/listed.js';
import { Page } from '../parts/page.js';
import { SavedViews } from '../parts/saved-views.js';
import { inWords } from '../parts/words.js';
import { CONFLICT_FILTERS } from './conflict-search.js';
import { ConflictTable } from './conflict-table.js';

const route = getRouteApi('/identity-conflicts');

const FILTERS = Object.fromEntries(CONFLICT_FILTERS.map((one) => [one, inWords(one)]));

/** The identity conflicts of a network, for its governors (decision 0066). */
export function ConflictsPage() {
  return (
    <Page
      title="Identity conflicts"
      about="Subjects that share an SSN, an EIN or a registration, and differ in what institutions stated about them; and businesses that are stated with two legal names or EINs."
    >
      <InGovernedNetwork>{(network) => <Conflicts network={network} />}</InGovernedNetwork>
    </Page>
  );
}

function Conflicts({ network: { network_id: networkId } }: { readonly network: Network }) {
  const { status = 'open' } = route.useSearch();
  const path = { network_id: networkId };
  const query = { ...(status !== 'all' && { status }) };
  const list = useList('listIdentityConflicts', {
    path,
    query: { ...query, order: 'newest_first' },
  });
  const counted = { enabled: list.hasNextPage };
  const { data: total } = useRead('countIdentityConflicts', { path, query }, counted);
  return (
    <Stack gap="sm">
      <SavedViews />
      <AddressSegments name="status" label="Status" value={status} options={FILTERS} />
      <Listed
        list={list}
        noun={['conflict', 'conflicts']}
        isFiltered={status !== 'all'}
        total={total}
        more="Load older conflicts"
        file={{ list: list, name: 'identity-conflicts' }}
      >
        {(conflicts) => <ConflictTable conflicts={conflicts} status={status} />}
      </Listed>
    </Stack>
  );
}
