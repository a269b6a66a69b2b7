import { Stack } from '@mantine/core';
import type { Network } from '@ndx/client';
import { getRouteApi } from '@tanstack/react-router';
import { InNetwork } from '../layout/in-network.js';
import { BackLink } from '../parts/back-link.js';
import { Id } from '../parts/id.js';
import { Page } from '../parts/page.js';
import { AccountList } from './account-list.js';
import { AddAccountButton } from './add-account-button.js';
import { useInstitutions } from './use-institutions.js';

const route = getRouteApi('/members/$entityId');

/** The accounts of an institution, for the governors of its home network. */
export function InstitutionPage() {
  return (
    <Stack gap="xs">
      <BackLink to="/members" label="All members" />
      <InNetwork>{(network) => <Accounts network={network} />}</InNetwork>
    </Stack>
  );
}

function Accounts({ network: { network_id: networkId } }: { readonly network: Network }) {
  const { entityId } = route.useParams();
  const { data: institutions = [] } = useInstitutions(networkId);
  const institution = institutions.find(({ entity_id }) => entity_id === entityId);
  const place = { networkId, entityId };
  return (
    <Page
      title={institution?.name ?? 'Institution'}
      about={
        <>
          The accounts that may act for the institution <Id value={entityId} whole />
        </>
      }
      actions={<AddAccountButton {...place} />}
    >
      <AccountList {...place} />
    </Page>
  );
}
