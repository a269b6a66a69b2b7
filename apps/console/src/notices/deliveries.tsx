import { Group, Stack } from '@mantine/core';
import type { NoticeDeliveryState } from '@ndx/client';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useList, useRead } from '../app/reads.js';
import { AddressSegments } from '../parts/address-filter.js';
import { Listed } from '../parts/listed.js';
import { Notice } from '../parts/notice.js';
import { Panel } from '../parts/page.js';
import { inWords, plural } from '../parts/words.js';
import { useSession } from '../session/session.js';
import { DeliveryTable } from './delivery-table.js';
import { DELIVERY_STATES } from './notice-search.js';
import { RedeliverButton, RetryByIdButton } from './redeliver-buttons.js';

const route = getRouteApi('/notice-endpoints/$endpointId');

const STATE_LABELS = Object.fromEntries(
  (['all', ...DELIVERY_STATES] as const).map((state) => [state, inWords(state)]),
);

interface DeliveriesProps {
  readonly endpointId: string;
}

/** The webhooks of an endpoint: whether each arrived, and when it is sent again. */
export function Deliveries({ endpointId }: DeliveriesProps) {
  const { may } = useSession();
  const { state } = route.useSearch();
  const [scheduled, setScheduled] = useState<number>();
  return (
    <Panel
      title="Deliveries"
      actions={
        may('notice:write') && (
          <Group gap="xs">
            <RetryByIdButton endpointId={endpointId} />
            <RedeliverButton endpointId={endpointId} onScheduled={setScheduled} />
          </Group>
        )
      }
    >
      <Stack gap="sm">
        {scheduled !== undefined && (
          <Notice role="status" color="teal">
            {plural(scheduled, 'delivery', 'deliveries')} scheduled.
          </Notice>
        )}
        <AddressSegments
          name="state"
          label="State of deliveries"
          value={state ?? 'all'}
          options={STATE_LABELS}
        />
        <DeliveryList endpointId={endpointId} state={state} />
      </Stack>
    </Panel>
  );
}

interface DeliveryListProps extends DeliveriesProps {
  readonly state: NoticeDeliveryState | undefined;
}

function DeliveryList({ endpointId, state }: DeliveryListProps) {
  const path = { endpoint_id: endpointId };
  const query = { ...(state && { state }) };
  const deliveries = useList('listNoticeDeliveries', {
    path,
    query: { ...query, order: 'newest_first' },
  });
  const counted = { enabled: deliveries.hasNextPage };
  const { data: total } = useRead('countNoticeDeliveries', { path, query }, counted);
  return (
    <Listed
      list={deliveries}
      noun={['delivery', 'deliveries']}
      isFiltered={state !== undefined}
      total={total}
      more="Load older deliveries"
      file={{ list: deliveries, name: 'notice-deliveries' }}
    >
      {(found) => <DeliveryTable deliveries={found} endpointId={endpointId} />}
    </Listed>
  );
}
