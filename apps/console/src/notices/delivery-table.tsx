import { Stack } from '@mantine/core';
import type { NoticeDelivery } from '@ndx/client';
import { useApi } from '../app/api.js';
import { ConfirmButton } from '../parts/confirm-button.js';
import { DataTable, Empty } from '../parts/data-table.js';
import { Id, Moment, StatusBadge } from '../parts/values.js';
import { inWords } from '../parts/words.js';
import { ExplanationLink } from '../queries/query-links.js';
import { useSession } from '../session/session.js';

interface DeliveryTableProps {
  readonly deliveries: readonly NoticeDelivery[];
  readonly endpointId: string;
}

export function DeliveryTable({ deliveries, endpointId }: DeliveryTableProps) {
  const { may } = useSession();
  return (
    <DataTable
      label="Deliveries"
      rows={deliveries}
      keyOf={({ notice_id }) => notice_id}
      minWidth={1_040}
      columns={[
        { header: 'Notice', cell: ({ notice_id }) => <Id value={notice_id} /> },
        { header: 'State', cell: ({ state }) => <StatusBadge status={state} /> },
        { header: 'Attempts', align: 'right', cell: ({ attempts }) => attempts },
        { header: 'Last attempt', cell: (delivery) => <LastAttempt delivery={delivery} /> },
        { header: 'Next attempt', cell: ({ next_attempt_at: at }) => at && <Moment at={at} /> },
        { header: 'Delivered', cell: ({ delivered_at: at }) => at && <Moment at={at} /> },
        {
          header: 'Query',
          cell: ({ query_event_id }) => <ExplanationLink queryEventId={query_event_id} />,
        },
        {
          header: 'Action',
          isPinned: true,
          cell: ({ notice_id }) =>
            may('notice:write') && <RetryButton endpointId={endpointId} noticeId={notice_id} />,
        },
      ]}
      empty={
        <Empty title="No delivery">
          The endpoint has none in this state. Deliveries are listed for 13 months.
        </Empty>
      }
    />
  );
}

/** The time of the last attempt, and the answer of the receiver or why it has none. */
function LastAttempt({ delivery }: { readonly delivery: NoticeDelivery }) {
  const { attempted_at: at, response_status: status, failure } = delivery;
  if (at === null) return null;
  return (
    <Stack gap={0}>
      <Moment at={at} />
      <span>{failure === null ? `Status ${status ?? ''}` : inWords(failure)}</span>
    </Stack>
  );
}

interface RetryButtonProps {
  readonly endpointId: string;
  readonly noticeId: string;
}

function RetryButton({ endpointId, noticeId }: RetryButtonProps) {
  const { ndx } = useApi();
  const path = { endpoint_id: endpointId, notice_id: noticeId };
  return (
    <ConfirmButton
      label="Retry"
      name={`Retry ${noticeId}`}
      question="Send the notice again?"
      size="xs"
      variant="default"
      act={() => ndx.retryNoticeDelivery({ path })}
    >
      It is sent at once, and retried for three days again. The webhook has the id of the earlier
      ones.
    </ConfirmButton>
  );
}
