import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '@ndx/local-infra';

const HOST = '127.0.0.1';

/**
 * The one address of all replicas of a service. It does what a Service of Kubernetes does: each
 * connection goes to the next of those that it has been told of, and knows nothing of requests.
 */
export class Door {
  private readonly replicas: number[] = [];
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;
  private turn = 0;

  private constructor(readonly port: number) {
    this.server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
      this.pass(client);
    });
  }

  static async open(): Promise<Door> {
    const door = new Door(await freePort());
    await new Promise<void>((resolve, reject) => {
      door.server.once('error', reject);
      door.server.listen(door.port, HOST, resolve);
    });
    return door;
  }

  /** From now on a replica gets connections, by the port on which it listens. */
  admit(port: number): void {
    if (!this.replicas.includes(port)) this.replicas.push(port);
  }

  /** From now on it gets none; those that it has stay with it. */
  dismiss(port: number): void {
    const place = this.replicas.indexOf(port);
    if (place !== -1) this.replicas.splice(place, 1);
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.server.close(() => resolve());
    });
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private pass(client: Socket): void {
    this.turn += 1;
    const port = this.replicas[this.turn % this.replicas.length];
    if (port === undefined) {
      client.destroy();
      return;
    }
    const replica = connect({ host: HOST, port, allowHalfOpen: true, noDelay: true });
    this.join(client, replica);
    this.join(replica, client);
  }

  /** What comes from the one goes to the other, its end too. */
  private join(from: Socket, to: Socket): void {
    this.sockets.add(from);
    from.pipe(to);
    // Whose connection breaks takes the other's with it: that is how the other gets to know.
    from.on('error', () => to.destroy());
    from.once('close', (hadError) => {
      this.sockets.delete(from);
      if (hadError) to.destroy();
    });
  }
}
