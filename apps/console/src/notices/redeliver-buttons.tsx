import { TextInput } from '@mantine/core';
import type { NdxClient } from '@ndx/client';
import { useApi } from '../app/api.js';
import { FormButton } from '../parts/form-button.js';
import { instantOf } from '../parts/local-time.js';

interface OfEndpoint {
  readonly endpointId: string;
}

/** Sends one notice again, by its id. */
export function RetryByIdButton({ endpointId }: OfEndpoint) {
  const { ndx } = useApi();
  return (
    <FormButton
      label="Retry by id"
      title="Send a notice again"
      submitLabel="Retry"
      variant="default"
      size="xs"
      objectId={endpointId}
      initial={{ notice_id: '' }}
      act={({ notice_id }) =>
        ndx.retryNoticeDelivery({
          path: { endpoint_id: endpointId, notice_id: notice_id.trim() },
        })
      }
    >
      {(input) => (
        <TextInput
          label="Notice id"
          description="It is the webhook-id of its webhooks."
          {...input('notice_id')}
        />
      )}
    </FormButton>
  );
}

interface RedeliverButtonProps extends OfEndpoint {
  readonly onScheduled: (deliveries: number) => void;
}

/** Sends the notices of a time window again. */
export function RedeliverButton({ endpointId, onScheduled }: RedeliverButtonProps) {
  const { ndx } = useApi();
  return (
    <FormButton
      label="Redeliver"
      title="Send the notices of a time window again"
      submitLabel="Redeliver"
      variant="default"
      size="xs"
      objectId={endpointId}
      initial={{ since: '', until: '' }}
      act={async ({ since, until }) => {
        const end = until === '' ? null : instantOf(until);
        onScheduled(await redeliver(ndx, endpointId, { since: instantOf(since), until: end }));
      }}
    >
      {(input) => (
        <>
          <TextInput
            type="datetime-local"
            step={1}
            label="From"
            description="In your time zone. Deliveries in any state are sent again, also notices from before the endpoint."
            {...input('since')}
          />
          <TextInput
            type="datetime-local"
            step={1}
            label="Before"
            description="Without a time, now."
            {...input('until')}
            required={false}
          />
        </>
      )}
    </FormButton>
  );
}

interface Window {
  readonly since: string;
  readonly until: string | null;
}

/** Repeats the request until every notice of the window is scheduled. Returns their number. */
async function redeliver(ndx: NdxClient, endpointId: string, window: Window): Promise<number> {
  const path = { endpoint_id: endpointId };
  let scheduled = 0;
  let since: string | null = window.since;
  while (since !== null) {
    const { data } = await ndx.redeliverNotices({ path, body: { ...window, since } });
    scheduled += data.scheduled;
    since = data.next_since;
  }
  return scheduled;
}
