import { Card, Group, Stack, Text } from '@mantine/core';
import type { Network, PolicyChanges } from '@ndx/client';
import { useApi } from '../app/api.js';
import { useRead } from '../app/reads.js';
import { Account } from '../parts/account.js';
import { ConfirmButton } from '../parts/confirm-button.js';
import { Loaded } from '../parts/loaded.js';
import { Notice } from '../parts/notice.js';
import { Panel } from '../parts/page.js';
import { useSession } from '../session/session.js';

/** How published policies of a network change, and its setting (decision 0111). */
export function PolicyChangesPanel({ networkId }: { readonly networkId: string }) {
  const query = useRead('readNetwork', { path: { network_id: networkId } });
  return (
    <Panel title="Changes of policies">
      <Loaded query={query}>
        {(network) => (
          <Card withBorder padding="lg">
            <Stack align="flex-start">
              <Text size="sm">
                {network.policy_changes === 'reviewed'
                  ? 'A published policy changes only by a draft that a second account approved.'
                  : 'A governor changes a published policy at once.'}
              </Text>
              <EndRequest network={network} />
              <Settings network={network} />
            </Stack>
          </Card>
        )}
      </Loaded>
    </Panel>
  );
}

interface OfNetwork {
  readonly network: Network;
}

/** The first of the two requests that end the review. */
function EndRequest({ network: { direct_changes_requested_by: requestedBy } }: OfNetwork) {
  const { caller } = useSession();
  if (requestedBy === null) return null;
  return (
    <Notice color="orange" title="The end of the review is requested">
      {requestedBy === caller.account_id ? (
        'You requested it. The review ends when another account of a governor requests it too.'
      ) : (
        <>
          The account <Account accountId={requestedBy} /> requested it. If you request it too, the
          review ends.
        </>
      )}
    </Notice>
  );
}

function Settings({ network }: OfNetwork) {
  const { caller } = useSession();
  const { policy_changes: setting, direct_changes_requested_by: requestedBy } = network;
  if (setting === 'direct') return <ReviewButton network={network} label="Review changes" />;
  return (
    <Group gap="xs">
      {requestedBy !== caller.account_id && <EndButton network={network} />}
      {requestedBy !== null && <ReviewButton network={network} label="Keep the review" />}
    </Group>
  );
}

function useSet({ network_id, revision }: Network) {
  const { ndx } = useApi();
  return (policy_changes: PolicyChanges) =>
    ndx.changeNetwork({
      path: { network_id },
      body: { policy_changes, expected_revision: revision },
    });
}

function ReviewButton({ network, label }: OfNetwork & { readonly label: string }) {
  const set = useSet(network);
  return (
    <ConfirmButton
      label={label}
      question={`${label}: ${network.name}?`}
      size="xs"
      variant="default"
      act={() => set('reviewed')}
    >
      A published policy changes only by a draft that a second account approves. Two accounts of a
      governor end that; one account alone cannot.
    </ConfirmButton>
  );
}

function EndButton({ network }: OfNetwork) {
  const set = useSet(network);
  const isFirst = network.direct_changes_requested_by === null;
  return (
    <ConfirmButton
      label="End the review"
      question={`End the review: ${network.name}?`}
      size="xs"
      variant="default"
      act={() => set('direct')}
    >
      {isFirst
        ? 'Your request is recorded in the audit log, and changes nothing until another account of a governor requests it too.'
        : 'Another account requested it, so the review ends: a governor can change a published policy at once.'}
    </ConfirmButton>
  );
}
