import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ReadModelRow } from '@ndx/replication';
import { eventually, startHttpServer, type TestHttpServer } from '@ndx/testing';

/** A direct delivery that waits at the gate. */
interface Waiting {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly response: ServerResponse;
  readonly keepAlive: NodeJS.Timeout;
}

/** Well within the time that a service waits for a peer. */
const KEEP_ALIVE_MS = 500;

const FORWARDED = ['content-type', 'x-request-id', 'x-principal'];

/**
 * Stands between an owner and product-query, and holds each direct delivery until a replay lets it
 * continue. Meanwhile it sends spaces, which JSON permits, so that the owner does not give up.
 */
export class DeliveryGate {
  private readonly waiting = new Map<string, Waiting>();
  private server: TestHttpServer | undefined;
  /** While consent compares: the requests whose deliveries still wait. */
  private heldRequests: ReadonlySet<string> | undefined;
  private readonly answered = new Map<string, readonly ReadModelRow[]>();

  private constructor(private readonly target: string) {}

  /** @param target the address of product-query */
  static async start(target: string): Promise<DeliveryGate> {
    const gate = new DeliveryGate(target);
    gate.server = await startHttpServer((request, response) => {
      gate.hold(request, response).catch((error: unknown) => response.destroy(error as Error));
    });
    return gate;
  }

  get url(): string {
    return this.server?.url ?? '';
  }

  /** Passes everything to product-query except the deliveries of these requests. */
  openTo(held: ReadonlySet<string>): void {
    this.heldRequests = held;
  }

  close(): void {
    this.heldRequests = undefined;
  }

  /** Resolves once a delivery of the request waits. */
  async arrival(requestId: string): Promise<void> {
    await eventually(() => this.of(requestId));
  }

  /** Hands the delivery to product-query; the owner waits on. Returns the reported rows. */
  async forward(requestId: string): Promise<readonly ReadModelRow[]> {
    const { body, headers } = this.of(requestId);
    const response = await fetch(`${this.target}/internal/events`, {
      method: 'POST',
      headers,
      body,
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(`product-query answered ${response.status}: ${answer}`);
    const { rows } = (answer === '' ? { rows: [] } : JSON.parse(answer)) as {
      readonly rows: readonly ReadModelRow[];
    };
    this.answered.set(requestId, rows);
    return rows;
  }

  /** Passes the answer of product-query to the owner. */
  release(requestId: string): void {
    const { response } = this.take(requestId);
    response.end(JSON.stringify({ rows: this.answered.get(requestId) ?? [] }));
  }

  /** Breaks the connection of the owner. */
  cut(requestId: string): void {
    this.take(requestId).response.destroy();
  }

  async stop(): Promise<void> {
    for (const requestId of [...this.waiting.keys()]) this.cut(requestId);
    await this.server?.stop();
  }

  private async hold(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const requestId = String(request.headers['x-request-id']);
    if (this.heldRequests && !this.heldRequests.has(requestId)) {
      return this.pass(request, body, response);
    }
    // Outside a comparison the owner has nothing to confirm.
    if (request.url !== '/internal/events') return void response.writeHead(204).end();
    response.writeHead(200, { 'content-type': 'application/json' });
    response.flushHeaders();
    const keepAlive = setInterval(() => response.write(' '), KEEP_ALIVE_MS);
    this.waiting.set(requestId, { body, headers: headersOf(request), response, keepAlive });
  }

  private async pass(
    request: IncomingMessage,
    body: string,
    response: ServerResponse,
  ): Promise<void> {
    const { method = 'POST', url = '' } = request;
    const answer = await fetch(`${this.target}${url}`, {
      method,
      headers: headersOf(request),
      ...(body !== '' && { body }),
    });
    const type = answer.headers.get('content-type');
    response.writeHead(answer.status, type === null ? {} : { 'content-type': type });
    response.end(await answer.text());
  }

  private take(requestId: string): Waiting {
    const held = this.of(requestId);
    clearInterval(held.keepAlive);
    this.waiting.delete(requestId);
    return held;
  }

  private of(requestId: string): Waiting {
    const held = this.waiting.get(requestId);
    if (!held) throw new Error(`no delivery of ${requestId} waits`);
    return held;
  }
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    FORWARDED.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}
