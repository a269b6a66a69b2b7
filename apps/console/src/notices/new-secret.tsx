import { Stack } from '@mantine/core';
import type { NoticeEndpointSecret } from '@ndx/client';
import { Notice } from '../parts/notice.js';
import { Id } from '../parts/values.js';

/** What verifies the webhooks of an endpoint: its secret, which no later request shows, or its key. */
export function NewSecret({ endpoint }: { readonly endpoint: NoticeEndpointSecret }) {
  const { secret, public_keys: keys } = endpoint;
  const [newest] = keys;
  const shown = secret ?? newest;
  return (
    <Notice
      role="status"
      color="teal"
      title={secret === null ? 'The public key' : 'The secret, which is not shown again'}
    >
      <Stack gap="xs">
        {secret === null
          ? 'Verify the signatures of the webhooks with it.'
          : 'Store it now: it verifies the signatures of the webhooks.'}
        {shown !== undefined && <Id value={shown} whole />}
      </Stack>
    </Notice>
  );
}
