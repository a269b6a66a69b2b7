import type { Server, ServerResponse } from 'node:http';
import { Server as TcpServer } from 'node:net';
import { setImmediate as endOfTurn } from 'node:timers/promises';

/**
 * Idle timeout of connections between the exchange's processes, in milliseconds. Each response
 * announces it and clients close two seconds earlier, so that none sends a request on a closing
 * connection.
 */
const KEEP_ALIVE_MS = 5_000;

/** Fastify options that `ConnectionDrain` requires. */
export const DRAINABLE = {
  keepAliveTimeout: KEEP_ALIVE_MS,
  // A request that arrives during shutdown is answered normally (contract 7.3 has no 503).
  return503OnClosing: false,
} as const;

/** Drains the connections of a server, whose responses it knows from the start. */
export class ConnectionDrain {
  private readonly inFlight = new Set<ServerResponse>();
  private isDraining = false;

  constructor(private readonly server: Server) {
    server.prependListener('request', (_request, response: ServerResponse) => {
      if (this.isDraining) response.shouldKeepAlive = false;
      this.inFlight.add(response);
      response.once('close', () => this.inFlight.delete(response));
    });
  }

  /**
   * Stops accepting connections and drains the open ones: each closes after its next response, also
   * one to a request that is in flight. Resolves when none is left or the idle timeout has passed;
   * `close` waits for requests still in flight.
   */
  async drain(): Promise<void> {
    this.isDraining = true;
    for (const response of this.inFlight) response.shouldKeepAlive = false;
    await acceptEstablished(this.server);
    const allEnded = new Promise<void>((resolve) => {
      // The HTTP server's own `close` closes idle connections at once, even if a request is on its
      // way.
      TcpServer.prototype.close.call(this.server, () => resolve());
    });
    let timer: NodeJS.Timeout | undefined;
    const idleForLong = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, KEEP_ALIVE_MS);
    });
    await Promise.race([allEnded, idleForLong]);
    clearTimeout(timer);
    // A response whose head announced an open connection may still be sent.
    this.server.keepAliveTimeout = 1;
  }
}

/**
 * Accepts the connections that the kernel has established: closing the listening socket resets them,
 * perhaps with a request. Resolves after a turn of the event loop without a new connection.
 */
async function acceptEstablished(server: Server): Promise<void> {
  const deadline = performance.now() + KEEP_ALIVE_MS;
  let accepted = true;
  const onConnection = () => {
    accepted = true;
  };
  server.on('connection', onConnection);
  while (accepted && performance.now() < deadline) {
    // This turn may have polled already.
    await endOfTurn();
    accepted = false;
    await endOfTurn();
  }
  server.off('connection', onConnection);
}
