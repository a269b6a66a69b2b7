import { schemaFault, SPAN_KINDS, SPAN_STATUSES, wire } from '@ndx/api';

/** A span as the store keeps it; times are in microseconds since the epoch. */
export interface KeptSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  /** The request of a `server` span. */
  readonly requestId: string | undefined;
  readonly process: string;
  readonly name: string;
  readonly kind: (typeof SPAN_KINDS)[number];
  readonly peer: string | undefined;
  readonly start: number;
  readonly end: number;
  readonly status: (typeof SPAN_STATUSES)[number];
  readonly errorType: string | undefined;
  readonly httpStatus: number | undefined;
}

/** A body that is no export of traces in OTLP as JSON. */
export class MalformedExport extends Error {}

const Attributes = wire.listOf(
  wire.record('Attribute', { key: wire.text, value: wire.optional(wire.anyObject) }),
);

const Span = wire.record('Span', {
  traceId: wire.text,
  spanId: wire.text,
  parentSpanId: wire.optional(wire.text),
  name: wire.text,
  kind: wire.optional(wire.integer),
  startTimeUnixNano: wire.text,
  endTimeUnixNano: wire.text,
  attributes: wire.optional(Attributes),
  status: wire.optional(wire.record('Status', { code: wire.optional(wire.integer) })),
});

/** The members of an export that are read; it may have others. */
const TraceExport = wire.record('TraceExport', {
  resourceSpans: wire.listOf(
    wire.record('ResourceSpans', {
      resource: wire.optional(wire.record('Resource', { attributes: wire.optional(Attributes) })),
      scopeSpans: wire.listOf(wire.record('ScopeSpans', { spans: wire.listOf(Span) })),
    }),
  ),
});

type Exported = wire.Of<typeof TraceExport>;
type ExportedSpan = wire.Of<typeof Span>;

const TRACE_ID = /^[0-9a-f]{32}$/i;
const SPAN_ID = /^[0-9a-f]{16}$/i;
const NANOSECONDS = /^\d{1,20}$/;

/** The spans of an export. @throws MalformedExport, of which no span is kept */
export function readExport(body: string): readonly KeptSpan[] {
  return exported(body).resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const process = textOf(valuesOf(resource?.attributes).get('service.name')) ?? 'unknown_service';
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => kept(process, span)));
  });
}

function exported(body: string): Exported {
  const value = jsonOf(body);
  const fault = schemaFault(TraceExport, value);
  if (fault) throw new MalformedExport(`${fault.path.join('.')}: ${fault.message}`);
  return value as Exported;
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    throw new MalformedExport('the body is not JSON', { cause: error });
  }
}

function kept(process: string, span: ExportedSpan): KeptSpan {
  const { parentSpanId, kind = 1, status } = span;
  const values = valuesOf(span.attributes);
  return {
    traceId: matching(TRACE_ID, 'traceId', span.traceId).toLowerCase(),
    spanId: matching(SPAN_ID, 'spanId', span.spanId).toLowerCase(),
    // The first span of a trace has none, or an empty one.
    parentSpanId: parentSpanId
      ? matching(SPAN_ID, 'parentSpanId', parentSpanId).toLowerCase()
      : undefined,
    requestId: textOf(values.get('exchange.request_id')),
    process,
    name: span.name,
    kind: SPAN_KINDS[kind - 1] ?? 'internal',
    peer: textOf(values.get('service.peer.name') ?? values.get('db.system.name')),
    start: microseconds('startTimeUnixNano', span.startTimeUnixNano),
    end: microseconds('endTimeUnixNano', span.endTimeUnixNano),
    status: SPAN_STATUSES[status?.code ?? 0] ?? 'unset',
    errorType: textOf(values.get('error.type')),
    httpStatus: integerOf(values.get('http.response.status_code')),
  };
}

function microseconds(member: string, nanoseconds: string): number {
  return Number(BigInt(matching(NANOSECONDS, member, nanoseconds)) / 1_000n);
}

function matching(form: RegExp, member: string, text: string): string {
  if (!form.test(text)) throw new MalformedExport(`${member}: not of the form ${form.source}`);
  return text;
}

/** The values of attributes by key; OTLP wraps each in an object that names its type. */
function valuesOf(attributes: wire.Of<typeof Attributes> = []): ReadonlyMap<string, unknown> {
  return new Map(attributes.map(({ key, value = {} }) => [key, Object.values(value)[0]]));
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A 64-bit integer is a text in JSON by the specification; some exporters send a number. */
function integerOf(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}
