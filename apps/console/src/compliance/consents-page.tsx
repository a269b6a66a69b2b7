import { Group, Stack } from '@mantine/core';
import type { Network } from '@ndx/client';
import { getRouteApi } from '@tanstack/react-router';
import { InNetwork } from '../layout/in-network.js';
import { AddressSegments, AddressSelect } from '../parts/address-filter.js';
import { Page } from '../parts/page.js';
import { PeriodFilter } from '../parts/period-filter.js';
import { SavedViews } from '../parts/saved-views.js';
import { inWords } from '../parts/words.js';
import { ConsentList } from './consent-list.js';
import { CONSENT_STATUSES, consentFiltersIn } from './consent-search.js';
import { ENDS } from './ends-soon.js';
import { RecordConsentButton } from './record-consent-button.js';

const route = getRouteApi('/consents');

const KINDS = { all: 'Businesses', consumer: 'Consumers' };

const STATUSES = {
  all: 'Any status',
  ...Object.fromEntries(CONSENT_STATUSES.map((one) => [one, inWords(one)])),
};

/** The consents of the institution, with filters by status, time of recording and end. */
export function ConsentsPage() {
  return (
    <Page
      title="Consents"
      about="The consents that your institution recorded in the network. A query needs one in force, or a permissible purpose."
    >
      <InNetwork>{(network) => <Consents network={network} />}</InNetwork>
    </Page>
  );
}

function Consents({ network: { network_id: networkId } }: { readonly network: Network }) {
  const search = route.useSearch();
  const { kind, ends, status } = search;
  return (
    <Stack gap="sm">
      <SavedViews />
      <Group gap="sm">
        <RecordConsentButton networkId={networkId} />
        <AddressSegments
          name="kind"
          label="Kind of subject"
          value={kind ?? 'all'}
          options={KINDS}
        />
        <AddressSegments name="ends" label="End" value={ends ?? 'all'} options={ENDS} />
        <AddressSelect name="status" label="Status" value={status ?? 'all'} options={STATUSES} />
        <PeriodFilter search={search} />
      </Group>
      <ConsentList
        kind={kind ?? 'business'}
        networkId={networkId}
        filters={consentFiltersIn(search)}
      />
    </Stack>
  );
}
