import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestHttpServer {
  readonly url: string;
  /** Closes open connections, too. */
  stop(): Promise<void>;
}

/** An HTTP server of a test, on a free port of the loopback interface. */
export async function startHttpServer(listener: RequestListener): Promise<TestHttpServer> {
  const server = createServer(listener);
  // A test that fails before it stops the server must not keep the process alive.
  server.unref();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}
