import { Badge, Box, Button, Group, Stack, Text } from '@mantine/core';
import { NdxError, type RequestTrace } from '@ndx/client';
import { IconRefresh } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../app/reads.js';
import { BackLink } from '../parts/back-link.js';
import { DataTable, Empty } from '../parts/data-table.js';
import { Loaded } from '../parts/loaded.js';
import { Notice } from '../parts/notice.js';
import { Page, Panel } from '../parts/page.js';
import { Facts, Id, Moment } from '../parts/values.js';
import { inWords, plural } from '../parts/words.js';
import { inMilliseconds, outcomeOf, pathOf, placeOf, type Step } from './path-of-request.js';
import { RequestLogLines } from './request-log-lines.js';
import { Waterfall } from './waterfall.js';

const route = getRouteApi('/request-traces/$requestId');

const NO_ERROR: Partial<NdxError> = {};

/** Most spans in the picture; the table has all. */
const DRAWN = 100;

/** The path of one request. */
export function RequestTracePage() {
  const { requestId } = route.useParams();
  const trace = useRead('readRequestTrace', { path: { request_id: requestId } });
  const logs = useRead('readRequestLogs', { path: { request_id: requestId } });
  const { reason, detail } = trace.error instanceof NdxError ? trace.error : NO_ERROR;
  return (
    <Page
      title="Path of a request"
      back={<BackLink to="/request-traces" label="Request paths" />}
      about={<Id value={requestId} whole />}
      actions={
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={trace.isFetching || logs.isFetching}
          onClick={() => Promise.all([trace.refetch(), logs.refetch()])}
        >
          Read again
        </Button>
      }
    >
      {reason === 'not_found' && <NoTrace />}
      {reason === 'traces_not_kept' && (
        <Empty title="This deployment does not keep traces">{detail}</Empty>
      )}
      {reason !== 'not_found' && reason !== 'traces_not_kept' && (
        <Loaded query={trace}>{(found) => <Path trace={found} />}</Loaded>
      )}
      <RequestLogLines requestId={requestId} logs={logs} />
    </Page>
  );
}

function NoTrace() {
  return (
    <Empty title="No trace of this request is kept">
      The spans of a request arrive about a second after it: read again. Otherwise there was no
      request with this id, it was not sampled, or newer traces took its place. Its log lines may
      still be there.
    </Empty>
  );
}

function Path({ trace }: { readonly trace: RequestTrace }) {
  const { spans, duration_ms: duration, discarded_spans: discarded } = trace;
  const steps = pathOf(spans);
  const processes = [...new Set(spans.map(({ process }) => process))];
  const failed = spans.filter(({ status }) => status === 'error').length;
  const traceIds = [...new Set(spans.map(({ trace_id }) => trace_id))];
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          ['Started', <Moment key="at" at={trace.started_at} />],
          ['Duration', inMilliseconds(duration)],
          ['Processes', processes.join(', ')],
          [
            'Spans',
            failed === 0
              ? plural(spans.length, 'span')
              : `${plural(spans.length, 'span')}, ${failed} failed`,
          ],
          [
            traceIds.length === 1 ? 'Trace' : 'Traces',
            traceIds.map((id) => <Id key={id} value={id} />),
          ],
        ]}
      />
      {discarded > 0 && (
        <Notice color="orange" title="The path is not complete">
          {plural(discarded, 'further span')} of the trace arrived and were discarded, because a
          trace keeps a limited number of them.
        </Notice>
      )}
      <Panel title="When each span ran">
        <Waterfall
          label={`${plural(spans.length, 'span')} in ${inMilliseconds(duration)}: ${processes.join(', ')}`}
          steps={steps.slice(0, DRAWN)}
          duration={duration}
        />
        {steps.length > DRAWN && (
          <Text size="sm" c="dimmed">
            The picture has the first {DRAWN} spans; the table has all.
          </Text>
        )}
      </Panel>
      <Panel title="Spans">
        <SpanTable steps={steps} />
      </Panel>
    </Stack>
  );
}

function SpanTable({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <DataTable
      label="Spans of the request"
      rows={steps}
      keyOf={({ span }) => `${span.trace_id} ${span.span_id}`}
      minWidth={820}
      columns={[
        { header: 'Process', cell: (step) => placeOf(step) },
        { header: 'Name', cell: (step) => <SpanName step={step} /> },
        { header: 'Kind', cell: ({ span }) => inWords(span.kind) },
        { header: 'Start', align: 'right', cell: ({ span }) => inMilliseconds(span.start_ms) },
        {
          header: 'Duration',
          align: 'right',
          cell: ({ span }) => inMilliseconds(span.duration_ms),
        },
        { header: 'Outcome', cell: ({ span }) => <Outcome span={span} /> },
      ]}
      empty={null}
    />
  );
}

/** The name, below the one of its parent. */
function SpanName({ step: { span, depth } }: { readonly step: Step }) {
  return (
    <Box pl={{ base: 0, sm: depth * 10 }} style={{ overflowWrap: 'anywhere' }}>
      {span.name}
    </Box>
  );
}

function Outcome({ span }: Pick<Step, 'span'>) {
  const words = outcomeOf(span);
  return span.status === 'error' ? (
    <Badge color="red">{words}</Badge>
  ) : (
    <Group gap={4}>{words}</Group>
  );
}
