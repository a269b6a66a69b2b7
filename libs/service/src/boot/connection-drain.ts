import type { Server } from 'node:http';
import { Server as TcpServer } from 'node:net';

/**
 * How long a connection between our own processes may be idle, in milliseconds. Their clients are
 * told so with every answer and let go two seconds earlier: none sends a request on a connection
 * that is just being closed.
 */
const KEEP_ALIVE_MS = 5_000;

/** How Fastify has to serve so that `drainConnections` loses nothing. */
export const DRAINABLE = {
  keepAliveTimeout: KEEP_ALIVE_MS,
  // A request that arrives while the process stops is answered like any other (contract 7.3 has no 503).
  return503OnClosing: false,
} as const;

/**
 * Takes no new connections, and lets those that are open come to their end: each is closed with its
 * next answer, and until then serves. Resolves when none is left, or when those that are left have
 * had the time in which an idle one is let go of; what is in flight even then is for `close` to await.
 */
export async function drainConnections(server: Server): Promise<void> {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
  const allEnded = new Promise<void>((resolve) => {
    // The HTTP server's own `close` cuts idle connections, and with them requests on their way.
    TcpServer.prototype.close.call(server, () => resolve());
  });
  let timer: NodeJS.Timeout | undefined;
  const idleForLong = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, KEEP_ALIVE_MS);
  });
  await Promise.race([allEnded, idleForLong]);
  clearTimeout(timer);
  // A connection whose answer is given from now on ends with it.
  server.keepAliveTimeout = 1;
}
