import type { IncomingMessage } from 'node:http';
import { askedIn, rejected, StoreServer, type StoreAnswer } from '../network/store-server.js';
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

/**
 * Keeps the last traces of a local network in memory: it receives them as an OpenTelemetry
 * collector does, at `POST /v1/traces`, and entity reads them at `GET /request-traces`
 * (decision 0130).
 */
export function startTraceStore(bounds: Partial<TraceBounds> = {}): Promise<StoreServer> {
  const kept = new KeptTraces({ ...BOUNDS, ...bounds });
  return StoreServer.start(async (request) => {
    const { operation, parameters } = askedIn(request);
    if (operation === 'POST /v1/traces') return take(kept, request);
    const trace =
      operation === 'GET /request-traces'
        ? kept.ofRequest(parameters.get('request_id') ?? '')
        : undefined;
    return trace ? { status: 200, body: trace } : rejected(404, 'not found');
  });
}

async function take(kept: KeptTraces, request: IncomingMessage): Promise<StoreAnswer> {
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
