import { Badge, Group, Stack } from '@mantine/core';
import type { Network } from '@ndx/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useApi } from '../app/api.js';
import { allQuery } from '../app/reads.js';
import { EntriesLink } from '../audit/entries-link.js';
import { InNetwork } from '../layout/in-network.js';
import { InvitationsPanel } from '../invitations/invitations-panel.js';
import { AccountList } from '../members/account-list.js';
import { AddAccountButton } from '../members/member-buttons.js';
import { BackLink } from '../parts/back-link.js';
import { Empty } from '../parts/data-table.js';
import { LoadedPage } from '../parts/loaded.js';
import { Page, Panel } from '../parts/page.js';
import { Id } from '../parts/values.js';
import { inWords } from '../parts/words.js';
import { useSession } from '../session/session.js';
import { Timeline } from '../timeline/timeline.js';
import { timelineOfInstitution } from '../timeline/timelines.js';
import { ClientsPanel } from './clients-panel.js';

const route = getRouteApi('/institutions/$entityId');

/** An institution of the network: its roles and, for an administrator of it, its accounts and clients. */
export function InstitutionPage() {
  return <InNetwork>{(network) => <Institution network={network} />}</InNetwork>;
}

function Institution({ network }: { readonly network: Network }) {
  const { entityId } = route.useParams();
  const { ndx } = useApi();
  const session = useSession();
  const { caller, may } = session;
  const path = { network_id: network.network_id };
  const isGovernor = network.roles.includes('governor');
  const back =
    isGovernor && may('network:admin') ? <BackLink to="/members" label="All members" /> : undefined;
  const participants = useQuery(allQuery(ndx, 'listParticipants', { path }));
  const place = { networkId: network.network_id, entityId };
  return (
    <LoadedPage query={participants} title="Institution" back={back}>
      {(found) => {
        const institution = found.find(({ entity_id }) => entity_id === entityId);
        const name =
          institution?.name ?? (entityId === caller.entity_id && caller.institution_name);
        const isAdministrator =
          may('network:admin') &&
          (entityId === caller.entity_id || (isGovernor && institution?.is_home_network !== false));
        return (
          <Page
            back={back}
            title={name || 'Institution'}
            about={<Id value={entityId} whole />}
            actions={
              <>
                <EntriesLink criteria={{ related_id: entityId }}>What it did</EntriesLink>
                {isAdministrator && <AddAccountButton {...place} />}
              </>
            }
          >
            <Stack gap="xl">
              {institution === undefined ? (
                <Empty title="No participant of the network has this id" art="not-found">
                  The id is wrong, it is of another network, or the membership has ended.
                </Empty>
              ) : (
                <Group gap="xs">
                  {institution.roles.map((role) => (
                    <Badge key={role}>{inWords(role)}</Badge>
                  ))}
                  in {network.name}
                </Group>
              )}
              <Timeline network={network} {...timelineOfInstitution(session, network, entityId)} />
              {isAdministrator && (
                <>
                  <Panel title="Accounts">
                    <AccountList {...place} />
                  </Panel>
                  <InvitationsPanel {...place} />
                </>
              )}
              {may('network:admin') && entityId === caller.entity_id && (
                <ClientsPanel networkId={network.network_id} />
              )}
            </Stack>
          </Page>
        );
      }}
    </LoadedPage>
  );
}
