import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TokenIssuer } from '@ndx/testing';

/** Publishes an issuer's keys over HTTP, counts how often it is asked, and can be out of order. */
export class KeySetServer {
  fetches = 0;
  outOfOrder = false;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(issuer: TokenIssuer): Promise<KeySetServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const keySet = new KeySetServer(server, `http://127.0.0.1:${port}`);
    server.on('request', (request, response) => {
      keySet.fetches += 1;
      if (keySet.outOfOrder) request.socket.destroy();
      else response.end(JSON.stringify({ keys: issuer.provider.publishedKeys() }));
    });
    return keySet;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }
}
