import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

type Answer = (received: Received, response: ServerResponse) => void;

/** An HTTP server in the place of the services: it keeps what it receives and answers as told. */
export class StandInService {
  readonly received: Received[] = [];
  answer: Answer = (_received, response) => response.end('{}');
  /** What `/internal/accounts/resolve` answers, by organization. */
  readonly accounts = new Map<string, object>();
  accountQuestions = 0;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<StandInService> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const service = new StandInService(server, `http://127.0.0.1:${port}`);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        service.take({ method, url, headers, body: Buffer.concat(chunks) }, response);
      });
    });
    return service;
  }

  /** The last request that was passed on to it. */
  last(): Received {
    const received = this.received.at(-1);
    if (!received) throw new Error('nothing was received');
    return received;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  private take(received: Received, response: ServerResponse): void {
    if (received.url === '/internal/accounts/resolve') {
      this.resolveAccount(received, response);
    } else {
      this.received.push(received);
      this.answer(received, response);
    }
  }

  private resolveAccount({ body }: Received, response: ServerResponse): void {
    this.accountQuestions += 1;
    const { organization } = JSON.parse(body.toString()) as { organization: string };
    const account = this.accounts.get(organization);
    const answer = account ?? { detail: 'account not found', error_code: 'RESOURCE_NOT_FOUND' };
    response.writeHead(account ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer));
  }
}
