import { Stack } from '@mantine/core';
import type { NoticeEndpoint, NoticeEndpointSecret } from '@ndx/client';
import { useState } from 'react';
import { useList } from '../app/reads.js';
import { DataTable, Empty } from '../parts/data-table.js';
import { Listed } from '../parts/listed.js';
import { Page, TextLink } from '../parts/page.js';
import { Moment } from '../parts/values.js';
import { useSession } from '../session/session.js';
import { CreateEndpointButton } from './endpoint-actions.js';
import { EndpointState } from './endpoint-state.js';
import { addressInWords, kindsInWords } from './endpoint-terms.js';
import { NewSecret } from './new-secret.js';

/** The addresses that get the notices of the institution. */
export function EndpointsPage() {
  const { may } = useSession();
  const [created, setCreated] = useState<NoticeEndpointSecret>();
  const endpoints = useList('listNoticeEndpoints', {});
  return (
    <Page
      title="Notice endpoints"
      about="With an enabled endpoint, your institution gets a notice when one of its answers would be different today. Notices are listed, and sent to the address of each endpoint that takes them."
      actions={may('notice:write') && <CreateEndpointButton onCreated={setCreated} />}
    >
      <Stack gap="md">
        {created && <NewSecret endpoint={created} />}
        <Listed
          list={endpoints}
          noun={['endpoint', 'endpoints']}
          more="Load more endpoints"
          file={{ list: endpoints, name: 'notice-endpoints' }}
        >
          {(found) => <EndpointTable endpoints={found} />}
        </Listed>
      </Stack>
    </Page>
  );
}

function EndpointTable({ endpoints }: { readonly endpoints: readonly NoticeEndpoint[] }) {
  return (
    <DataTable
      label="Notice endpoints"
      rows={endpoints}
      keyOf={({ endpoint_id }) => endpoint_id}
      minWidth={760}
      columns={[
        {
          header: 'Address',
          cell: ({ endpoint_id: endpointId, url }) => (
            <TextLink
              to="/notice-endpoints/$endpointId"
              params={{ endpointId }}
              style={{ overflowWrap: 'anywhere' }}
            >
              {addressInWords(url)}
            </TextLink>
          ),
        },
        { header: 'State', cell: (endpoint) => <EndpointState endpoint={endpoint} /> },
        { header: 'Kinds', cell: ({ kinds }) => kindsInWords(kinds) },
        { header: 'Note', cell: ({ description }) => description },
        { header: 'Created', cell: ({ created_at }) => <Moment at={created_at} /> },
      ]}
      empty={
        <Empty title="No notice endpoint">
          Your institution gets no notices. An endpoint without an address is enough to list them.
        </Empty>
      }
    />
  );
}
