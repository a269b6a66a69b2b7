import { NativeSelect, Stack } from '@mantine/core';
import type { Network } from '@ndx/client';
import { getRouteApi } from '@tanstack/react-router';
import { InGovernedNetwork } from '../layout/in-governed-network.js';
import { SERVICE_NAMES, type ServiceName } from '../operation/services.js';
import { Page } from '../parts/page.js';
import { EntryPanel } from './entry-panel.js';
import { LOGS } from './logs.js';
import { VerificationPanel } from './verification-panel.js';

const route = getRouteApi('/audit-log');

/** The audit log of a network in one service, for its governors (decision 0094). */
export function AuditLogPage() {
  return (
    <Page
      title="Audit log"
      about="Who changed or queried what in the network, and when. Each service has its own log. An entry follows its event within about a second."
    >
      <InGovernedNetwork>{(network) => <AuditLog network={network} />}</InGovernedNetwork>
    </Page>
  );
}

function AuditLog({ network: { network_id: networkId } }: { readonly network: Network }) {
  const { service = 'entity' } = route.useSearch();
  const log = { networkId, service };
  return (
    <Stack gap="xl">
      <ServiceSelect service={service} />
      <VerificationPanel key={`${networkId} ${service}`} {...log} />
      <EntryPanel {...log} />
    </Stack>
  );
}

/** Another service has other types of events, so the filters of the address are removed. */
function ServiceSelect({ service }: { readonly service: ServiceName }) {
  const navigate = route.useNavigate();
  return (
    <NativeSelect
      label="Service"
      description={LOGS[service]}
      maw={420}
      inputWrapperOrder={['label', 'input', 'description']}
      value={service}
      data={[...SERVICE_NAMES]}
      onChange={({ currentTarget: { value } }) =>
        navigate({
          search: ({ network }) => ({
            ...(network !== undefined && { network }),
            service: value as ServiceName,
          }),
        })
      }
    />
  );
}
