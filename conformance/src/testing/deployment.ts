import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, type Tokens } from '../http/client.js';
import { Kit } from '../kit/kit.js';

/** An answer of the deployment; default status 200 and the headers of every answer. */
export interface Reply {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the connection closes in the middle of the body. */
  readonly breaksOff?: boolean;
}

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A test server with configured answers. */
export class Deployment {
  readonly received: Received[] = [];

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(answer: (received: Received) => Reply): Promise<Deployment> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // The address of a listening server is an object.
    const { port } = server.address() as AddressInfo;
    const deployment = new Deployment(server, `http://127.0.0.1:${port}`);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        const body = Buffer.concat(chunks).toString('utf8');
        const received = { method, path: url, headers, body };
        deployment.received.push(received);
        reply(response, answer(received), String(headers['x-request-id']));
      });
    });
    return deployment;
  }

  /** A kit with given networks. */
  kit(tokens: Tokens = { own: 'own-token' }): Kit {
    const networks = { entityId: 'entity', networkId: 'network', otherNetworkId: 'other-network' };
    return new Kit(new Client(this.url, tokens), networks);
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }
}

function reply(
  response: ServerResponse,
  { status = 200, body, headers, breaksOff = false }: Reply,
  id: string,
): void {
  const text = body === undefined ? '' : JSON.stringify(body);
  response.writeHead(status, {
    'x-request-id': id,
    ...(text !== '' && { 'content-type': 'application/json; charset=utf-8' }),
    ...headers,
  });
  if (breaksOff) response.write(text.slice(1), () => response.destroy());
  else response.end(text);
}
