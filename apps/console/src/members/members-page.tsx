import { Card, Group, Stack } from '@mantine/core';
import type { Network } from '@ndx/client';
import { useList } from '../app/reads.js';
import { InvitationsPanel } from '../invitations/invitations-panel.js';
import { InGovernedNetwork } from '../layout/in-governed-network.js';
import { Facts, Id, Moment } from '../parts/values.js';
import { Listed } from '../parts/listed.js';
import { Page, Panel } from '../parts/page.js';
import {
  AdmitButton,
  NewNetworkButton,
  RegisterButton,
  VisibilityButton,
} from './member-buttons.js';
import { MemberTable } from './member-table.js';
import { PolicyChangesPanel } from './policy-changes.js';
import { NetworkTermsButton, termsInWords } from './network-terms.js';

/** What a search of the network lists. */
const VISIBILITY = {
  network: 'Every subject of the network',
  related: 'Subjects related to the searching institution',
} as const;

/** The institutions of a network and their roles, for a governor. */
export function MembersPage() {
  return (
    <Page
      title="Members"
      about="The institutions of the network. A change applies within five seconds."
      actions={<NewNetworkButton />}
    >
      <InGovernedNetwork>{(network) => <Members network={network} />}</InGovernedNetwork>
    </Page>
  );
}

function Members({ network }: { readonly network: Network }) {
  const { network_id: networkId } = network;
  const institutions = useList('listInstitutions', { path: { network_id: networkId } });
  return (
    <Stack gap="xl">
      <Card withBorder padding="lg">
        <Stack align="flex-start">
          <Facts
            facts={[
              ['Network', network.name],
              ['Country', network.country],
              ['Created', <Moment at={network.created_at} />],
              ['Id', <Id value={networkId} />],
              ['A search lists', VISIBILITY[network.identity_visibility]],
              ...termsInWords(network),
            ]}
          />
          <Group gap="xs">
            <VisibilityButton network={network} />
            <NetworkTermsButton network={network} />
          </Group>
        </Stack>
      </Card>
      <InvitationsPanel networkId={networkId} />
      <PolicyChangesPanel networkId={networkId} />
      <Panel
        title="Institutions"
        actions={
          <Group gap="xs">
            <AdmitButton networkId={networkId} />
            <RegisterButton networkId={networkId} />
          </Group>
        }
      >
        <Listed
          list={institutions}
          noun={['institution', 'institutions']}
          more="Load more institutions"
          file={{ list: institutions, name: 'members' }}
        >
          {(found) => <MemberTable institutions={found} networkId={networkId} />}
        </Listed>
      </Panel>
    </Stack>
  );
}
