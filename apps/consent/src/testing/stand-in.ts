import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What a stand-in answers on a path: a body, or undefined for 204. */
export type Routes = Readonly<Record<string, (body: never) => object | undefined>>;

/** Another service, reduced to the internal routes that consent calls. */
export interface StandIn {
  readonly url: string;
  /** The bodies that arrived. */
  readonly received: readonly unknown[];
  /** Answers with this status alone from now on; undefined: as its routes say. */
  failWith(status: number | undefined): void;
  stop(): Promise<void>;
}

export async function startStandIn(routes: Routes): Promise<StandIn> {
  const received: unknown[] = [];
  let failure: number | undefined;
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const body: unknown = JSON.parse(await text(request));
    received.push(body);
    const route = routes[request.url ?? ''];
    if (!route || failure !== undefined) return response.writeHead(failure ?? 404).end();
    const answer = route(body as never);
    return answer ? response.end(JSON.stringify(answer)) : response.writeHead(204).end();
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    failWith: (status) => {
      failure = status;
    },
    stop: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}
