import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconShieldSearch } from '@tabler/icons-react';
import { Failure } from '../parts/loaded.js';
import { Panel } from '../parts/page.js';
import type { ServiceName } from '../operation/services.js';
import { Cosignatures } from './cosignatures.js';
import { isUnfinished, useVerification, type Verified } from './use-verification.js';
import { VerificationResult } from './verification-result.js';

interface VerificationPanelProps {
  readonly networkId: string;
  readonly service: ServiceName;
}

/** Verifies the whole log of a service; a request verifies a part of it. */
export function VerificationPanel({ networkId, service }: VerificationPanelProps) {
  const { verified, isRunning, error, start, resume, stop } = useVerification(networkId, service);
  const canResume = !isRunning && verified !== undefined && isUnfinished(verified);
  return (
    <Panel title="Verification">
      <Stack gap="sm">
        <Text size="sm" c="dimmed" maw={760}>
          Verifies the content of each entry, its link to the entry before it, and the signed end of
          the log.
        </Text>
        <Cosignatures networkId={networkId} service={service} />
        <Group gap="xs">
          <Button
            leftSection={<IconShieldSearch size={16} aria-hidden />}
            loading={isRunning}
            onClick={start}
          >
            {verified === undefined ? 'Verify the log' : 'Verify again from entry 1'}
          </Button>
          {isRunning && (
            <Button variant="default" onClick={stop}>
              Stop
            </Button>
          )}
          {canResume && (
            <Button variant="default" onClick={resume}>
              Continue
            </Button>
          )}
        </Group>
        {verified !== undefined && isUnfinished(verified) && <Position verified={verified} />}
        {verified !== undefined && !isUnfinished(verified) && (
          <VerificationResult verified={verified} service={service} />
        )}
        {error !== null && <Failure error={error} />}
      </Stack>
    </Panel>
  );
}

function Position({ verified: { part } }: { readonly verified: Verified }) {
  const { verified_through: through, last_seq: last } = part;
  return (
    <Stack gap={4} maw={720} role="status">
      <Progress value={(100 * through) / last} aria-label="Verified part of the log" />
      <Text size="sm">
        Verified through entry {through.toLocaleString()} of {last.toLocaleString()}.
      </Text>
    </Stack>
  );
}
