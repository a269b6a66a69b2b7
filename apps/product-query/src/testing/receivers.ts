import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach } from '@jest/globals';

/** The variables with which a service sends notices to receivers of a test. */
export const LOCAL_RECEIVERS = {
  NOTICE_RECEIVER_NETWORKS: '127.0.0.0/8',
  NOTICE_HTTP_RECEIVERS: 'true',
};

/** A request that a receiver got. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** The ids of the webhooks so far, in order. */
  readonly ids: readonly string[];
}

/** Starts receivers on free ports, each for one test. */
export function useReceivers() {
  const stops: (() => void)[] = [];
  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
  });
  return {
    /** @param answer by default a 204 */
    start: async (
      answer: RequestListener = (_, response) => response.writeHead(204).end(),
      create: (listener: RequestListener) => Server = createServer,
    ): Promise<Receiver> => {
      const received: Received[] = [];
      const server = create((request, response) => {
        text(request).then(
          (body) => {
            received.push({ headers: request.headers, body });
            answer(request, response);
          },
          (error: unknown) => response.destroy(error as Error),
        );
      });
      server.unref();
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      stops.push(() => {
        server.close();
        server.closeAllConnections();
      });
      const { port } = server.address() as AddressInfo;
      return {
        url: `http://127.0.0.1:${port}/notices`,
        received,
        get ids() {
          return received.map(({ headers }) => String(headers['webhook-id']));
        },
      };
    },
  };
}
