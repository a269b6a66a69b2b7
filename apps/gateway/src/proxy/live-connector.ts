import type { Socket } from 'node:net';
import { buildConnector } from 'undici';

/** Time for a process to respond to the probe; a blocked one does not. */
const PROBE_MS = 500;
/** Afterwards a connection is used without a probe: the service may only be slow. */
const PROBES = 4;
/** Any response shows that the event loop turns; one to HEAD has no body. */
const PROBE = 'HEAD /health/live HTTP/1.1\r\nhost: service\r\n\r\n';
const END_OF_HEAD = '\r\n\r\n';
/** A process that stops closes the connection after this response. */
const CLOSING = '\r\nconnection: close\r\n';

/**
 * Connects to a replica of a service that responds: the kernel accepts connections for a process
 * whose event loop is blocked, and the load balancer between them does not know.
 */
export function liveConnector(timeoutMs: number): buildConnector.connector {
  const connect = buildConnector({ timeout: timeoutMs });
  const attempt = (
    options: buildConnector.Options,
    callback: buildConnector.Callback,
    left: number,
  ): void => {
    connect(options, (error, socket) => {
      if (error) {
        callback(error, null);
        return;
      }
      if (left === 0) {
        callback(null, socket);
        return;
      }
      probe(socket, (isLive) => {
        if (isLive) {
          callback(null, socket);
          return;
        }
        socket.destroy();
        attempt(options, callback, left - 1);
      });
    });
  };
  return (options, callback) => attempt(options, callback, PROBES);
}

/** Calls back whether a response to a probe arrives in time and leaves the connection open. */
function probe(socket: Socket, callback: (isLive: boolean) => void): void {
  let text = '';
  const settle = (isLive: boolean) => {
    clearTimeout(timer);
    socket.off('readable', read).off('close', fail);
    callback(isLive);
  };
  const fail = () => settle(false);
  const read = () => {
    const chunk: unknown = socket.read();
    if (Buffer.isBuffer(chunk)) text += chunk.toString('latin1');
    if (text.endsWith(END_OF_HEAD)) settle(!text.toLowerCase().includes(CLOSING));
  };
  const timer = setTimeout(fail, PROBE_MS);
  socket.on('readable', read).once('close', fail);
  socket.write(PROBE);
}
