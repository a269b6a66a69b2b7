import { Button, Stack, Text } from '@mantine/core';
import type { QueryReplay } from '@ndx/client';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import { Failure } from '../parts/loaded.js';
import { Notice } from '../parts/notice.js';
import { Panel } from '../parts/page.js';
import { Facts, NoValue } from '../parts/values.js';
import { inWords } from '../parts/words.js';
import { useSession } from '../session/session.js';

interface ReplayPanelProps {
  readonly queryEventId: string;
  readonly networkIds: readonly string[];
}

/** Assembles the answer again and compares it, for governors of a network of the query (decision 0076). */
export function ReplayPanel({ queryEventId, networkIds }: ReplayPanelProps) {
  const { ndx } = useApi();
  const { may, networks } = useSession();
  const replay = useMutation({
    mutationFn: async () =>
      (await ndx.replayQuery({ path: { query_event_id: queryEventId }, body: {} })).data,
  });
  const governs = networks.some(
    ({ network_id: id, roles }) => networkIds.includes(id) && roles.includes('governor'),
  );
  if (!governs || !may('network:admin')) return null;
  return (
    <Panel
      title="Replay"
      actions={
        <Button
          size="xs"
          variant="default"
          loading={replay.isPending}
          onClick={() => replay.mutate()}
        >
          Replay the query
        </Button>
      }
    >
      {replay.isSuccess && <Replayed replay={replay.data} />}
      {replay.isError && <Failure error={replay.error} />}
      {replay.isIdle && (
        <Text size="sm" c="dimmed">
          Assembles the answer again from the recorded decision and the records as they were
          furnished, and compares it with the stored one byte for byte. Nothing is billed.
        </Text>
      )}
    </Panel>
  );
}

function Replayed({ replay: { code, explanation, difference } }: { readonly replay: QueryReplay }) {
  const none = <NoValue>none, or hidden from you</NoValue>;
  return (
    <Notice role="status" color={code === 'identical' ? 'teal' : 'orange'} title={inWords(code)}>
      <Stack gap="xs">
        {explanation}
        {difference && (
          <Facts
            facts={[
              ['Difference at', difference.path ?? none],
              ['Stored', difference.stored ?? none],
              ['Assembled again', difference.replayed ?? none],
            ]}
          />
        )}
      </Stack>
    </Notice>
  );
}
