import { SPAN_KINDS, SPAN_STATUSES } from '../shapes/named-values.js';
import { declareOperation } from '../operation/operation.js';
import * as wire from '../shapes/wire.js';
import { RequestPath } from './request-path.js';

const TraceSpan = wire.record('TraceSpan', {
  trace_id: wire.text,
  span_id: wire.text,
  parent_span_id: wire.nullable(wire.text),
  process: wire.text,
  name: wire.text,
  kind: wire.oneOf(SPAN_KINDS),
  peer: wire.nullable(wire.text),
  start_ms: wire.number,
  duration_ms: wire.number,
  status: wire.oneOf(SPAN_STATUSES),
  error_type: wire.nullable(wire.text),
  http_status: wire.nullable(wire.integer),
});

export const readRequestTrace = declareOperation({
  id: 'readRequestTrace',
  method: 'GET',
  path: '/v1/request-traces/{request_id}',
  service: 'entity',
  permission: 'service:read',
  summary: 'Read the spans of one request in every process',
  description:
    'A deployment that keeps traces, as `npm start` does, keeps the last ones, and the spans of a ' +
    'request arrive about a second after it. In any other deployment the answer is a 404 with the ' +
    'reason `traces_not_kept`, and `detail` says where the traces are. Requests with the same id ' +
    'are in one answer, the last ten traces of them. A trace has no values of the request: no body, parameter or statement literal.',
  request: { path: RequestPath },
  answer: wire.record('RequestTrace', {
    request_id: wire.text,
    started_at: wire.timestamp,
    duration_ms: wire.number,
    spans: wire.listOf(TraceSpan),
    discarded_spans: wire.integer,
  }),
  refusals: ['not_found', 'traces_not_kept', 'permission_missing'],
  words: {
    'RequestPath.request_id': ['The `X-Request-Id` of the response.', 'req-7f3a'],
    'RequestTrace.request_id': ['The request.', 'req-7f3a'],
    'RequestTrace.started_at': ['The start of the first span.', '2026-01-15T09:30:00.000Z'],
    'RequestTrace.duration_ms': [
      'The time from the start of the first span to the end of the last one, in milliseconds.',
      14.2,
    ],
    spans: 'The spans: each after its parent, those of one parent by their start.',
    discarded_spans: [
      'Spans of the same traces that were discarded because a trace had too many. Spans that a process dropped before it sent them are not counted.',
      0,
    ],
    'TraceSpan.trace_id': ['The trace, as in log lines.', '4bf92f3577b34da6a3ce929d0e0e4736'],
    'TraceSpan.span_id': ['The span.', '00f067aa0ba902b7'],
    'TraceSpan.parent_span_id': [
      'The span that caused it; null if that span is not in the answer.',
      'b7ad6b7169203331',
    ],
    'TraceSpan.process': ['The process that recorded it: `service.name`.', 'product-query'],
    'TraceSpan.name': [
      'The operation: method and route, the name of the statement, or the topic.',
      'POST /v1/products/kyb_certificate/query',
    ],
    'TraceSpan.kind': 'The kind of the span, as in OpenTelemetry.',
    'TraceSpan.peer': [
      'The service or database system that a `client` span calls; null for other spans.',
      'postgresql',
    ],
    'TraceSpan.start_ms': [
      'The start in milliseconds since `started_at`, by the clock of the process, which reads whole milliseconds.',
      2,
    ],
    'TraceSpan.duration_ms': ['The duration in milliseconds.', 9.4],
    'TraceSpan.status':
      '`error`: the process marked the span as failed. `unset`: it did not; processes do not set `ok`.',
    'TraceSpan.error_type': [
      'A status, an error code or an SQLSTATE; null unless the span failed.',
      '500',
    ],
    'TraceSpan.http_status': ['The status of the HTTP response; null without one.', 200],
  },
});
