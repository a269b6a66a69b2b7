import { Card, Group, Stack } from '@mantine/core';
import type { Network } from '@ndx/client';
import { useNetwork } from '../layout/use-network.js';
import { Empty } from '../parts/empty.js';
import { Loaded } from '../parts/loaded.js';
import { Page } from '../parts/page.js';
import { Panel } from '../parts/panel.js';
import { AdmitButton } from './admit-button.js';
import { MemberTable } from './member-table.js';
import { NetworkFacts } from './network-facts.js';
import { NewNetworkButton } from './new-network-button.js';
import { RegisterButton } from './register-button.js';
import { useInstitutions } from './use-institutions.js';

/** The institutions of a network and their roles, for a governor. */
export function MembersPage() {
  const network = useNetwork();
  return (
    <Page
      title="Members"
      about="The institutions of the network. A change applies within five seconds."
      actions={<NewNetworkButton />}
    >
      {network?.roles.includes('governor') === true ? (
        <Members network={network} />
      ) : (
        <Empty title="Your institution does not govern this network">
          Select a network that it governs, or create a network.
        </Empty>
      )}
    </Page>
  );
}

function Members({ network }: { readonly network: Network }) {
  const institutions = useInstitutions(network.network_id);
  return (
    <Stack gap="xl">
      <Card withBorder padding="lg">
        <NetworkFacts network={network} />
      </Card>
      <Panel
        title="Institutions"
        actions={
          <Group gap="xs">
            <AdmitButton networkId={network.network_id} />
            <RegisterButton networkId={network.network_id} />
          </Group>
        }
      >
        <Loaded query={institutions}>
          {(found) => <MemberTable institutions={found} networkId={network.network_id} />}
        </Loaded>
      </Panel>
    </Stack>
  );
}
