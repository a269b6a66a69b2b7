import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { UsageError } from '@ndx/command-line';

/** A webhook as it was received. */
export interface Webhook {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Receives webhooks at an address that the deployment can reach. */
export class Receiver {
  readonly received: Webhook[] = [];

  private constructor(
    readonly url: string,
    private readonly server: Server,
  ) {}

  /**
   * Listens on the port of the address, on all interfaces.
   * @throws UsageError when it cannot
   */
  static async listen(url: string): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(url, server);
    server.on('request', (request, response) => {
      text(request).then(
        (body) => {
          receiver.received.push({ headers: request.headers, body });
          response.writeHead(204).end();
        },
        (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
      );
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error) =>
        reject(new UsageError(`--receiver-url: ${error.message}.`, { cause: error })),
      );
      server.listen(portOf(url), resolve);
    });
    return receiver;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }
}

function portOf(url: string): number {
  const { port, protocol } = new URL(url);
  return Number(port || (protocol === 'https:' ? 443 : 80));
}
