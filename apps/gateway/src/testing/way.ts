import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A proxy in front of the store that can be cut or go silent. */
export class Way {
  private readonly sockets = new Set<Socket>();
  private state: 'open' | 'silent' | 'cut' = 'open';

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async to(store: string): Promise<Way> {
    const { hostname, port } = new URL(store);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = new URL(store);
    url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const way = new Way(server, url.href);
    server.on('connection', (near) => {
      if (way.state === 'cut') {
        near.destroy();
        return;
      }
      const far = connect(Number(port), hostname);
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        way.sockets.add(from);
        from.on('data', (chunk) => way.state === 'open' && to.write(chunk));
        from.on('error', () => to.destroy());
        from.on('close', () => to.destroy());
      }
    });
    return way;
  }

  be(state: 'open' | 'silent' | 'cut'): void {
    this.state = state;
    if (state === 'cut') for (const socket of this.sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    this.be('cut');
    await new Promise((resolve) => this.server.close(resolve));
  }
}
