import { Group, Stack, Text } from '@mantine/core';
import type { Network } from '@ndx/client';
import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import { ConfirmButton } from '../parts/confirm-button.js';
import { Facts } from '../parts/facts.js';
import { Id } from '../parts/id.js';
import { Moment } from '../parts/moment.js';

/** What a search of the network lists. */
const VISIBILITY = {
  network: 'Every subject of the network',
  related: 'Subjects related to the searching institution',
} as const;

export function NetworkFacts({ network }: { readonly network: Network }) {
  return (
    <Stack>
      <Facts
        facts={[
          ['Network', network.name],
          ['Country', network.country],
          ['Created', <Moment at={network.created_at} />],
          ['Id', <Id value={network.network_id} />],
          ['A search lists', VISIBILITY[network.identity_visibility]],
        ]}
      />
      <Group>
        <ChangeVisibility network={network} />
      </Group>
    </Stack>
  );
}

function ChangeVisibility({ network }: { readonly network: Network }) {
  const { ndx } = useApi();
  const cache = useQueryClient();
  const next = network.identity_visibility === 'network' ? 'related' : 'network';
  const change = async () => {
    const path = { network_id: network.network_id };
    await ndx.changeNetwork({ path, body: { identity_visibility: next } });
    await cache.invalidateQueries({ queryKey: ['session'] });
  };
  return (
    <ConfirmButton
      label="Change what a search lists"
      question="Change what a search lists?"
      variant="default"
      size="xs"
      act={change}
    >
      <Text size="sm">
        {next === 'related'
          ? 'A search will list only subjects for which the searching institution furnished a record or recorded a consent, and any other subject only by its complete SSN or EIN.'
          : 'A search will list every subject of the network.'}{' '}
        It applies to searches that start after the change.
      </Text>
    </ConfirmButton>
  );
}
