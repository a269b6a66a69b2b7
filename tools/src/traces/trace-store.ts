import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { freePort } from '@ndx/local-infra';
import { localUrl } from '../network/service-environment.js';
import { KeptTraces, type TraceBounds } from './kept-traces.js';
import { MalformedExport, readExport } from './read-export.js';

const BOUNDS: TraceBounds = {
  traces: 2_000,
  spansOfTrace: 500,
  tracesOfRequest: 10,
  bytes: 32 * 2 ** 20,
};

/** A process sends at most 512 spans at a time, each of about 2 KB. */
const MOST_BODY_BYTES = 4 * 2 ** 20;

interface Answer {
  readonly status: number;
  readonly body: object;
}

/**
 * Keeps the last traces of a local network in memory: it receives them as an OpenTelemetry
 * collector does, at `POST /v1/traces`, and entity reads them at `GET /request-traces`
 * (decision 0130). Only this machine reaches it.
 */
export class TraceStore {
  private constructor(
    readonly url: string,
    private readonly server: Server,
  ) {}

  static async start(bounds: Partial<TraceBounds> = {}): Promise<TraceStore> {
    const kept = new KeptTraces({ ...BOUNDS, ...bounds });
    const server = createServer((request, response) => {
      answer(kept, request)
        .then((found) => reply(response, found))
        .catch((error: unknown) => {
          response.destroy(error instanceof Error ? error : new Error(String(error)));
        });
    });
    const port = await freePort();
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
    return new TraceStore(localUrl(port), server);
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }
}

async function answer(kept: KeptTraces, request: IncomingMessage): Promise<Answer> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://store');
  const operation = `${request.method ?? ''} ${pathname}`;
  if (operation === 'POST /v1/traces') return take(kept, request);
  const trace =
    operation === 'GET /request-traces'
      ? kept.ofRequest(searchParams.get('request_id') ?? '')
      : undefined;
  return trace ? { status: 200, body: trace } : rejected(404, 'not found');
}

async function take(kept: KeptTraces, request: IncomingMessage): Promise<Answer> {
  // Other types can be sent by a page in a browser without a preflight request.
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    return rejected(415, 'the content type is not application/json');
  }
  const body = await bodyOf(request);
  if (body === undefined) return rejected(413, `the body exceeds ${MOST_BODY_BYTES} bytes`);
  try {
    kept.add(readExport(body));
    return { status: 200, body: {} };
  } catch (error) {
    if (error instanceof MalformedExport) return rejected(400, error.message);
    throw error;
  }
}

/** Undefined for a body that is too large, which is read to its end and not kept. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes <= MOST_BODY_BYTES) parts.push(part);
  }
  return bytes <= MOST_BODY_BYTES ? Buffer.concat(parts).toString() : undefined;
}

/** A failure as OTLP has it: a `Status` with a message. */
function rejected(status: number, message: string): Answer {
  return { status, body: { message } };
}

function reply(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
