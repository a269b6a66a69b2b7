import { getRouteApi } from '@tanstack/react-router';
import { InNetwork } from '../layout/in-network.js';
import { BackLink } from '../parts/back-link.js';
import { Page } from '../parts/page.js';
import { Id } from '../parts/values.js';
import { useNames } from '../parts/names.js';
import { AccountList } from './account-list.js';
import { AddAccountButton } from './member-buttons.js';

const route = getRouteApi('/members/$entityId');

/** The accounts of an institution, for the governors of its home network. */
export function InstitutionPage() {
  return <InNetwork>{({ network_id }) => <Accounts networkId={network_id} />}</InNetwork>;
}

function Accounts({ networkId }: { readonly networkId: string }) {
  const { entityId } = route.useParams();
  const nameOf = useNames([networkId]);
  const place = { networkId, entityId };
  return (
    <Page
      back={<BackLink to="/members" label="All members" />}
      title={nameOf(entityId)}
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
