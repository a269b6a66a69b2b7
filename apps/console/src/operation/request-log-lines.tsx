import { Button, Stack, Text } from '@mantine/core';
import { NdxError, type RequestLogs } from '@ndx/client';
import { IconExternalLink } from '@tabler/icons-react';
import { useApi } from '../app/api.js';
import { Loaded, type Query } from '../parts/loaded.js';
import { Panel } from '../parts/page.js';
import { plural } from '../parts/words.js';
import { LogFields } from './log-fields.js';
import { LogTable } from './log-table.js';

interface RequestLogLinesProps {
  readonly requestId: string;
  readonly logs: Query<RequestLogs>;
}

/** The log lines of a request, or how to find them. */
export function RequestLogLines({ requestId, logs }: RequestLogLinesProps) {
  const failure = logs.error instanceof NdxError ? logs.error : undefined;
  const reason = failure?.reason;
  return (
    <Panel title="Log lines of the request" actions={<LogsLink requestId={requestId} />}>
      {reason === 'not_found' && (
        <Found words="No line of this request is among the last lines of the processes." />
      )}
      {reason === 'logs_not_kept' && <Found words={failure?.detail} />}
      {reason !== 'not_found' && reason !== 'logs_not_kept' && (
        <Loaded query={logs}>{(found) => <Lines logs={found} />}</Loaded>
      )}
    </Panel>
  );
}

function Found({ words }: { readonly words: string | undefined }) {
  return (
    <Stack gap="sm">
      <Text size="sm">{words}</Text>
      <LogFields />
    </Stack>
  );
}

function Lines({ logs: { lines, omitted_lines: omitted } }: { readonly logs: RequestLogs }) {
  return (
    <Stack gap="sm">
      {omitted > 0 && (
        <Text size="sm" c="dimmed">
          {plural(omitted, 'older line')} of the request are not shown.
        </Text>
      )}
      <LogTable label="Log lines of the request" lines={lines} of="request" empty={null} />
    </Stack>
  );
}

/** The lines in the log system of the deployment, if its address is configured. */
function LogsLink({ requestId }: Pick<RequestLogLinesProps, 'requestId'>) {
  const { logsUrl } = useApi();
  if (logsUrl === undefined) return null;
  return (
    <Button
      component="a"
      href={logsUrl.replaceAll('{request_id}', encodeURIComponent(requestId))}
      target="_blank"
      rel="noreferrer"
      variant="default"
      rightSection={<IconExternalLink size={16} aria-hidden />}
    >
      Log lines of this request
    </Button>
  );
}
