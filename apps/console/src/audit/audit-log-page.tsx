import { NativeSelect, Stack } from '@mantine/core';
import type { Network } from '@ndx/client';
import { getRouteApi } from '@tanstack/react-router';
import { InGovernedNetwork } from '../layout/in-governed-network.js';
import { SERVICE_NAMES, type ServiceName } from '../operation/services.js';
import { Page } from '../parts/page.js';
import { SavedViews } from '../parts/saved-views.js';
import { PeriodFilter } from '../parts/period-filter.js';
import { EntryPanel } from './entry-panel.js';
import { LOGS } from './logs.js';
import { VerificationPanel } from './verification-panel.js';

const route = getRouteApi('/audit-log');

/** The audit log of a network in each service, for its governors (decision 0094). */
export function AuditLogPage() {
  return (
    <Page
      title="Audit log"
      about="Who changed or queried what in the network, and when. Each service has its own log. An entry follows its event within about a second."
      actions={<PeriodFilter search={route.useSearch()} />}
    >
      <InGovernedNetwork>{(network) => <AuditLog network={network} />}</InGovernedNetwork>
    </Page>
  );
}

function AuditLog({ network }: { readonly network: Network }) {
  const { service } = route.useSearch();
  const { network_id: networkId } = network;
  return (
    <Stack gap="xl">
      <SavedViews />
      <ServiceSelect service={service} />
      {service !== undefined && (
        <VerificationPanel
          key={`${networkId} ${service}`}
          networkId={networkId}
          service={service}
        />
      )}
      <EntryPanel network={network} services={service === undefined ? SERVICE_NAMES : [service]} />
    </Stack>
  );
}

const ALL = 'all';

/** Another service has other types of events, so the filter by one is removed. */
function ServiceSelect({ service }: { readonly service: ServiceName | undefined }) {
  const navigate = route.useNavigate();
  return (
    <NativeSelect
      label="Service"
      description={
        service === undefined
          ? 'Each entry is verified when it is read. Select a service to verify its whole log.'
          : LOGS[service]
      }
      maw={420}
      inputWrapperOrder={['label', 'input', 'description']}
      value={service ?? ALL}
      data={[{ value: ALL, label: 'All services' }, ...SERVICE_NAMES]}
      onChange={({ currentTarget: { value } }) =>
        navigate({
          search: (search) => ({
            ...search,
            type: undefined,
            service: value === ALL ? undefined : (value as ServiceName),
          }),
        })
      }
    />
  );
}
