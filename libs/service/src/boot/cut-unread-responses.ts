import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Timeout of a client that reads nothing of a response. */
export const UNREAD_TIMEOUT_MS = 30_000;

/**
 * Closes connections whose client reads nothing of a response for that long: each would hold its
 * response in memory. A slow client that reads stays connected: Node restarts the timeout when the
 * system takes a part of the bytes. A response that is not begun is not affected.
 */
export function cutUnreadResponses(server: Server, timeoutMs: number, onCut: () => void): void {
  server.timeout = timeoutMs;
  server.on('request', (_request, response: ServerResponse) => {
    response.on('timeout', (socket: Socket) => {
      if (socket.writableLength === 0) return;
      onCut();
      socket.destroy();
    });
  });
}
