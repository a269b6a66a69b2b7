import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { freePort } from '@ndx/local-infra';
import { localUrl } from './service-environment.js';

export interface StoreAnswer {
  readonly status: number;
  readonly body: object;
}

/** An HTTP server of the launcher for the processes of the network; only this machine reaches it. */
export class StoreServer {
  private constructor(
    readonly url: string,
    private readonly server: Server,
  ) {}

  static async start(
    answer: (request: IncomingMessage) => Promise<StoreAnswer>,
  ): Promise<StoreServer> {
    const server = createServer((request, response) => {
      answer(request)
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
    return new StoreServer(localUrl(port), server);
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }
}

/** The operation that a request names, and its parameters. */
export function askedIn({ method = '', url = '/' }: IncomingMessage) {
  const { pathname, searchParams } = new URL(url, 'http://store');
  return { operation: `${method} ${pathname}`, parameters: searchParams };
}

/** A failure, in the form that OTLP has too: a `Status` with a message. */
export function rejected(status: number, message: string): StoreAnswer {
  return { status, body: { message } };
}

function reply(response: ServerResponse, { status, body }: StoreAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
