import { SERVICE_NAMES, type ServiceName } from '@ndx/contracts';
import { IsIn, IsOptional } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { LOG_LEVELS, type LogLevel } from '../shapes/named-values.js';
import * as wire from '../shapes/wire.js';
import { CURSOR_REFUSAL, CursorQuery, pageOf } from './page-shapes.js';
import { RequestPath } from './request-path.js';

const NOT_KEPT =
  'A deployment that keeps log lines, as `npm start` does, reads the last ones of each process. In ' +
  'any other deployment the answer is a 404 with the reason `logs_not_kept`, and `detail` says ' +
  'where the lines are. Secrets are redacted by name and by pattern.';

const LogLine = wire.record('LogLine', {
  at: wire.nullable(wire.timestamp),
  process: wire.oneOf(SERVICE_NAMES),
  level: wire.oneOf(LOG_LEVELS),
  message: wire.text,
  request_id: wire.nullable(wire.text),
  fields: wire.anyObject,
});

class ServiceLogsQuery extends CursorQuery {
  @IsIn(SERVICE_NAMES)
  readonly service!: ServiceName;

  @IsOptional()
  @IsIn(LOG_LEVELS)
  readonly level: LogLevel = 'info';
}

const COMMON = { method: 'GET', service: 'entity', permission: 'service:read' } as const;

export const readRequestLogs = declareOperation({
  ...COMMON,
  id: 'readRequestLogs',
  path: '/v1/request-logs/{request_id}',
  summary: 'Read the log lines of one request in every process',
  description: `The lines in the order of their times. ${NOT_KEPT}`,
  request: { path: RequestPath },
  answer: wire.record('RequestLogs', {
    request_id: wire.text,
    lines: wire.listOf(LogLine),
    omitted_lines: wire.integer,
  }),
  refusals: ['not_found', 'logs_not_kept', 'permission_missing'],
  words: {
    'RequestLogs.request_id': ['The request.', 'req-7f3a'],
    'RequestLogs.lines': 'The lines, oldest first, 500 at most.',
    omitted_lines: [
      'Number of older log lines of the request that were read and are not in the answer.',
      0,
    ],
    'LogLine.at': [
      'The time; null for output without one, such as the stack trace of a crash.',
      '2026-01-15T09:30:00.000Z',
    ],
    'LogLine.process': ['The process that wrote the line.', 'product-query'],
    'LogLine.level': ['The level; `error` for output without one.', 'warn'],
    'LogLine.message': ['The message.', 'request'],
    'LogLine.request_id': ['The request; null for work without one.', 'req-7f3a'],
    'LogLine.fields': ['The other fields of the line.', { status: 204, duration_ms: 9 }],
  },
});

export const listServiceLogs = declareOperation({
  ...COMMON,
  id: 'listServiceLogs',
  path: '/v1/service-logs',
  summary: 'List the last log lines of one process, newest first',
  description: NOT_KEPT,
  request: { query: ServiceLogsQuery },
  answer: pageOf('LogLinePage', LogLine),
  refusals: [...CURSOR_REFUSAL, 'logs_not_kept', 'permission_missing'],
  words: {
    'ServiceLogsQuery.service': ['The service, or the gateway.', 'product-query'],
    'ServiceLogsQuery.level': ['Only lines of this level or a more severe one.', 'warn'],
  },
});
