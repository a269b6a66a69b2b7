import { Checkbox, NativeSelect } from '@mantine/core';
import type { NoticeEndpoint, NoticeEndpointSecret } from '@ndx/client';
import { useNavigate } from '@tanstack/react-router';
import { useApi } from '../app/api.js';
import { ConfirmButton } from '../parts/confirm-button.js';
import { useSession } from '../session/session.js';
import { EndpointFormButton } from './endpoint-form-button.js';
import { DEFAULT_TERMS } from './endpoint-terms.js';
import { ALGORITHM_WORDS, ALGORITHMS } from './signature-words.js';

interface CreateEndpointProps {
  readonly onCreated: (endpoint: NoticeEndpointSecret) => void;
}

export function CreateEndpointButton({ onCreated }: CreateEndpointProps) {
  const { ndx } = useApi();
  const { caller } = useSession();
  return (
    <EndpointFormButton
      label="New endpoint"
      title="New notice endpoint"
      submitLabel="Create"
      objectId={caller.entity_id}
      terms={DEFAULT_TERMS}
      isEnabled
      act={async (terms, { algorithm }) => {
        const { data } = await ndx.createNoticeEndpoint({ body: { ...terms, algorithm } });
        onCreated(data);
      }}
    >
      {({ algorithm }, change) => (
        <NativeSelect
          label="Signature"
          value={algorithm}
          data={ALGORITHMS.map((value) => ({ value, label: ALGORITHM_WORDS[value] }))}
          onChange={({ currentTarget: { selectedIndex } }) =>
            change({ algorithm: ALGORITHMS[selectedIndex] ?? algorithm })
          }
        />
      )}
    </EndpointFormButton>
  );
}

interface EndpointProps {
  readonly endpoint: NoticeEndpoint;
}

export function ChangeEndpointButton({ endpoint }: EndpointProps) {
  const { ndx } = useApi();
  const { endpoint_id, state, revision } = endpoint;
  return (
    <EndpointFormButton
      label="Change"
      title="Change the endpoint"
      submitLabel="Save"
      variant="default"
      objectId={endpoint_id}
      revision={revision}
      terms={endpoint}
      isEnabled={state === 'enabled'}
      act={(terms, { isEnabled }, expected) =>
        ndx.replaceNoticeEndpoint({
          path: { endpoint_id },
          body: { ...terms, state: isEnabled ? 'enabled' : 'disabled', ...expected },
        })
      }
    >
      {({ isEnabled }, change) => (
        <Checkbox
          label="Enabled"
          description="The deliveries of a disabled endpoint wait, and are parked after three days."
          checked={isEnabled}
          onChange={({ currentTarget: { checked } }) => change({ isEnabled: checked })}
        />
      )}
    </EndpointFormButton>
  );
}

interface RotateSecretProps extends EndpointProps {
  readonly onRotated: (endpoint: NoticeEndpointSecret) => void;
}

export function RotateSecretButton({ endpoint: { endpoint_id }, onRotated }: RotateSecretProps) {
  const { ndx } = useApi();
  return (
    <ConfirmButton
      label="Rotate secret"
      question="Rotate the secret?"
      variant="default"
      act={async () => onRotated((await ndx.rotateNoticeSecret({ path: { endpoint_id } })).data)}
    >
      For 24 hours webhooks are signed with the new secret and the one before it. A second rotation
      ends the older one.
    </ConfirmButton>
  );
}

export function DeleteEndpointButton({ endpoint: { endpoint_id } }: EndpointProps) {
  const { ndx } = useApi();
  const navigate = useNavigate();
  return (
    <ConfirmButton
      label="Delete"
      question="Delete the endpoint?"
      color="red"
      variant="light"
      act={async () => {
        await ndx.deleteNoticeEndpoint({ path: { endpoint_id } });
        await navigate({ to: '/notice-endpoints' });
      }}
    >
      Its deliveries are deleted too. The notices stay listed. Without an enabled endpoint, your
      institution gets no new notices.
    </ConfirmButton>
  );
}
