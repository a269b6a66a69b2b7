import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { EventEnvelope } from '@ndx/messaging';

/** A service to which events are delivered directly, reduced to that one route. */
export interface Subscriber {
  readonly url: string;
  /** The payloads that arrived, each delivery an array. */
  readonly deliveries: readonly (readonly Record<string, unknown>[])[];
  /** What it answers from now on. */
  answerWith(status: number): void;
  stop(): Promise<void>;
}

export async function startSubscriber(): Promise<Subscriber> {
  const deliveries: Record<string, unknown>[][] = [];
  let status = 204;
  const server = createServer((request, response) => {
    text(request).then(
      (body) => {
        const envelopes = JSON.parse(body) as EventEnvelope[];
        deliveries.push(envelopes.map(({ data }) => JSON.parse(data) as Record<string, unknown>));
        response.writeHead(request.url === '/internal/events' ? status : 404).end();
      },
      (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    deliveries,
    answerWith: (next) => {
      status = next;
    },
    stop: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}
