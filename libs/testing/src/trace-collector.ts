import { text } from 'node:stream/consumers';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { eventually } from './eventually.js';
import { startHttpServer, type TestHttpServer } from './http-server.js';

/** A span as the collector received it. */
export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Undefined for the first span of a trace. */
  readonly parentSpanId: string | undefined;
  readonly service: string;
  readonly serviceVersion: string;
  readonly name: string;
  readonly kind: SpanKindName;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly hasFailed: boolean;
  /** Ids of its linked spans. */
  readonly links: readonly string[];
}

const KINDS = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'] as const;
export type SpanKindName = (typeof KINDS)[number];
const STATUS_ERROR = 2;

/** The parts of OTLP as JSON that are read here. */
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[];
  }[];
}
interface WireSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly Attribute[];
  readonly status: { readonly code?: number };
  readonly links?: readonly { readonly traceId: string }[];
}
interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** An OpenTelemetry collector over HTTP: it stores every span, and can fail on demand. */
export class TraceCollector {
  /** The received requests, unparsed: parsed spans of a whole system would need too much memory. */
  readonly bodies: string[] = [];
  headers: IncomingHttpHeaders = {};
  requests = 0;
  /** `silent`: it accepts connections and never responds. */
  state: 'running' | 'refusing' | 'silent' = 'running';

  private next: string | undefined;

  /** The spans of the requested traces, and how many bodies were searched for them. */
  private readonly found = new Map<string, { spans: readonly CollectedSpan[]; searched: number }>();

  private constructor(private readonly server: TestHttpServer) {}

  static async start(): Promise<TraceCollector> {
    const server = await startHttpServer((request, response) => {
      collector.take(request, response).catch((error: unknown) => {
        response.destroy(error instanceof Error ? error : new Error(String(error)));
      });
    });
    const collector = new TraceCollector(server);
    return collector;
  }

  /** The value of `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  get url(): string {
    return this.server.url;
  }

  get spans(): readonly CollectedSpan[] {
    return this.bodies.flatMap(spansOf);
  }

  /** Sends what it receives to another collector as well. */
  forwardTo(url: string | undefined): void {
    this.next = url;
  }

  /** The spans of a trace. */
  of(traceId: string): readonly CollectedSpan[] {
    const { spans, searched } = this.found.get(traceId) ?? { spans: [], searched: 0 };
    const added = this.bodies
      .slice(searched)
      .filter((body) => body.includes(traceId))
      .flatMap(spansOf)
      .filter((span) => span.traceId === traceId);
    const found = { spans: [...spans, ...added], searched: this.bodies.length };
    this.found.set(traceId, found);
    return found.spans;
  }

  /** The spans of a trace, once there are that many. */
  atLeast(count: number, traceId: string): Promise<readonly CollectedSpan[]> {
    return eventually(() => {
      const spans = this.of(traceId);
      if (spans.length < count) throw new Error(`${spans.length} spans of ${count}`);
      return spans;
    });
  }

  stop(): Promise<void> {
    return this.server.stop();
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    this.requests += 1;
    if (this.state === 'silent') return;
    if (this.state === 'refusing' || request.url !== '/v1/traces') {
      response.writeHead(400).end();
      return;
    }
    this.headers = request.headers;
    this.bodies.push(body);
    if (this.next !== undefined) {
      const headers = { 'content-type': 'application/json' };
      await fetch(`${this.next}/v1/traces`, { method: 'POST', headers, body });
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }
}

function spansOf(body: string): CollectedSpan[] {
  const { resourceSpans } = JSON.parse(body) as Export;
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const about = valuesOf(resource.attributes);
    const process = {
      service: String(about['service.name']),
      serviceVersion: String(about['service.version']),
    };
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => collected(process, span)));
  });
}

function collected(
  process: Pick<CollectedSpan, 'service' | 'serviceVersion'>,
  span: WireSpan,
): CollectedSpan {
  const { traceId, spanId, parentSpanId, name, kind, attributes, status, links = [] } = span;
  return {
    traceId,
    spanId,
    parentSpanId,
    ...process,
    name,
    kind: KINDS[kind] ?? 'unspecified',
    attributes: valuesOf(attributes),
    hasFailed: status.code === STATUS_ERROR,
    links: links.map((link) => link.traceId),
  };
}

function valuesOf(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
