import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy that counts requests for reliance files, and leaves those after a number without a response. */
export class CountingProxy {
  counted = 0;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(target: string, answered = Infinity): Promise<CountingProxy> {
    const server = createServer((request, response) => {
      const { url = '/', headers } = request;
      if (url.endsWith('/reliance-file')) proxy.counted += 1;
      if (proxy.counted > answered) return;
      const { authorization = '' } = headers;
      fetch(target + url, { headers: { authorization } })
        .then(async (answer) => {
          const type = answer.headers.get('content-type') ?? '';
          response.writeHead(answer.status, { 'content-type': type });
          response.end(Buffer.from(await answer.arrayBuffer()));
        })
        .catch((error: unknown) => {
          response.destroy(error instanceof Error ? error : new Error(String(error)));
        });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // The address of a listening server is an object.
    const { port } = server.address() as AddressInfo;
    const proxy = new CountingProxy(server, `http://127.0.0.1:${port}`);
    return proxy;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }
}
