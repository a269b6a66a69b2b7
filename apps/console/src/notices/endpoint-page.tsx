import { Card, Group, Stack } from '@mantine/core';
import type { NoticeEndpoint, NoticeEndpointSecret } from '@ndx/client';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead } from '../app/reads.js';
import { LoadedPage } from '../parts/loaded.js';
import { BackLink } from '../parts/back-link.js';
import { Page } from '../parts/page.js';
import { useSession } from '../session/session.js';
import {
  ChangeEndpointButton,
  DeleteEndpointButton,
  RotateSecretButton,
} from './endpoint-actions.js';
import { EndpointFacts } from './endpoint-facts.js';
import { Deliveries } from './deliveries.js';
import { NewSecret } from './new-secret.js';

const route = getRouteApi('/notice-endpoints/$endpointId');

const BACK = <BackLink to="/notice-endpoints" label="All notice endpoints" />;

/** An endpoint with its deliveries. */
export function EndpointPage() {
  const { endpointId } = route.useParams();
  const endpoint = useRead('readNoticeEndpoint', { path: { endpoint_id: endpointId } });
  return (
    <LoadedPage query={endpoint} title="Notice endpoint" back={BACK}>
      {(found) => <Found endpoint={found} />}
    </LoadedPage>
  );
}

function Found({ endpoint }: { readonly endpoint: NoticeEndpoint }) {
  const { may } = useSession();
  const [rotated, setRotated] = useState<NoticeEndpointSecret>();
  return (
    <Page
      back={BACK}
      title="Notice endpoint"
      actions={
        may('notice:write') && (
          <Group gap="xs">
            <ChangeEndpointButton endpoint={endpoint} />
            <RotateSecretButton endpoint={endpoint} onRotated={setRotated} />
            <DeleteEndpointButton endpoint={endpoint} />
          </Group>
        )
      }
    >
      <Stack gap="xl">
        {rotated && <NewSecret endpoint={rotated} />}
        <Card withBorder padding="lg">
          <EndpointFacts endpoint={endpoint} />
        </Card>
        {endpoint.url !== null && <Deliveries endpointId={endpoint.endpoint_id} />}
      </Stack>
    </Page>
  );
}
