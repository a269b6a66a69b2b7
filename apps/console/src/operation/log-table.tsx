import { Badge, Code, Text } from '@mantine/core';
import type { LogLine } from '@ndx/client';
import type { ReactNode } from 'react';
import { DataTable } from '../parts/data-table.js';
import { TextLink } from '../parts/page.js';
import { NoValue } from '../parts/values.js';
import { inWords } from '../parts/words.js';
import { inMilliseconds } from './path-of-request.js';

interface LogTableProps {
  /** The name for screen readers. */
  readonly label: string;
  readonly lines: readonly LogLine[];
  /** The lines are of one request or of one process. */
  readonly of: 'request' | 'process';
  readonly empty: ReactNode;
}

/** Log lines, each with its fields on demand. */
export function LogTable({ label, lines, of, empty }: LogTableProps) {
  return (
    <DataTable
      label={label}
      rows={lines.map((line, index) => ({ line, key: String(index) }))}
      keyOf={({ key }) => key}
      minWidth={760}
      columns={[
        { header: 'Time', cell: ({ line }) => <LineTime at={line.at} /> },
        of === 'request'
          ? { header: 'Process', cell: ({ line }) => line.process }
          : { header: 'Request', cell: ({ line }) => <LineRequest id={line.request_id} /> },
        { header: 'Level', cell: ({ line }) => <LevelBadge level={line.level} /> },
        { header: 'Message', cell: ({ line }) => <Message line={line} /> },
      ]}
      empty={empty}
    />
  );
}

const SHOWN = new Intl.DateTimeFormat(undefined, {
  ...{ month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  fractionalSecondDigits: 3,
});

function LineTime({ at }: Pick<LogLine, 'at'>) {
  if (at === null) return <NoValue>not stated</NoValue>;
  return (
    <time dateTime={at} title={at} style={{ whiteSpace: 'nowrap' }}>
      {SHOWN.format(new Date(at))}
    </time>
  );
}

function LineRequest({ id }: { readonly id: string | null }) {
  if (id === null) return <NoValue>none</NoValue>;
  return (
    <TextLink
      to="/request-traces/$requestId"
      params={{ requestId: id }}
      title={id}
      style={{ whiteSpace: 'nowrap' }}
    >
      {id.length <= 13 ? id : `…${id.slice(-12)}`}
    </TextLink>
  );
}

const COLORS: Partial<Readonly<Record<LogLine['level'], string>>> = {
  warn: 'orange',
  error: 'red',
  fatal: 'red',
};

function LevelBadge({ level }: Pick<LogLine, 'level'>) {
  return <Badge color={COLORS[level] ?? 'gray'}>{inWords(level)}</Badge>;
}

function Message({ line }: { readonly line: LogLine }) {
  const { message, fields } = line;
  return (
    <>
      <Text size="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {message}
        {answerIn(fields)}
        {errorIn(fields)}
      </Text>
      {Object.keys(fields).length > 0 && (
        <details>
          <Text component="summary" size="xs" style={{ cursor: 'pointer' }}>
            Fields
          </Text>
          <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            {JSON.stringify(fields, null, 2)}
          </Code>
        </details>
      )}
    </>
  );
}

/** What was answered, in the line that a process writes for each request. */
function answerIn({ method, route, status, duration_ms: duration }: LogLine['fields']): string {
  if (typeof method !== 'string' || typeof route !== 'string') return '';
  const time = typeof duration === 'number' ? ` in ${inMilliseconds(duration)}` : '';
  return typeof status === 'number' ? `: ${method} ${route}, ${status}${time}` : '';
}

/** The text of the error of a line. */
function errorIn({ err }: LogLine['fields']): string {
  if (typeof err !== 'object' || err === null || !('message' in err)) return '';
  return typeof err.message === 'string' ? `: ${err.message}` : '';
}
