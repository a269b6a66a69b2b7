import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '@ndx/local-infra';

const HOST = '127.0.0.1';

/**
 * The single address of all replicas of a service. Like a Kubernetes Service it assigns connections
 * round robin and does not inspect requests.
 */
export class LoadBalancer {
  private readonly replicas: number[] = [];
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;
  private turn = 0;

  private constructor(readonly port: number) {
    this.server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
      this.pass(client);
    });
  }

  static async open(): Promise<LoadBalancer> {
    const balancer = new LoadBalancer(await freePort());
    await new Promise<void>((resolve, reject) => {
      balancer.server.once('error', reject);
      balancer.server.listen(balancer.port, HOST, resolve);
    });
    return balancer;
  }

  /** Adds the replica that listens on this port. */
  add(port: number): void {
    if (!this.replicas.includes(port)) this.replicas.push(port);
  }

  /** Removes a replica; its open connections stay. */
  remove(port: number): void {
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

  /** Pipes one socket into the other, including the end. */
  private join(from: Socket, to: Socket): void {
    this.sockets.add(from);
    from.pipe(to);
    // A broken connection closes its peer.
    from.on('error', () => to.destroy());
    from.once('close', (hadError) => {
      this.sockets.delete(from);
      if (hadError) to.destroy();
    });
  }
}
