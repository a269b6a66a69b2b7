import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { startHttpServer, type TestHttpServer } from './http-server.js';

/** The responses of a stand-in by path: a body, or undefined for 204. */
export type StandInRoutes = Readonly<Record<string, (body: never) => object | undefined>>;

export interface StandInCall {
  readonly path: string;
  readonly body: unknown;
}

/** A stand-in for another service over HTTP, with a few JSON routes. */
export interface StandIn extends TestHttpServer {
  /** The requests since `forget`. */
  readonly calls: readonly StandInCall[];
  forget(): void;
  /** Sets the status of all responses; undefined: as the routes define. */
  failWith(status: number | undefined): void;
}

export async function startStandIn(routes: StandInRoutes): Promise<StandIn> {
  const calls: StandInCall[] = [];
  let failure: number | undefined;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '';
    const body: unknown = JSON.parse(await text(request));
    calls.push({ path, body });
    const route = routes[path];
    if (!route) return response.writeHead(404).end();
    if (failure !== undefined) return response.writeHead(failure).end();
    const content = route(body as never);
    return content ? response.end(JSON.stringify(content)) : response.writeHead(204).end();
  };
  const server = await startHttpServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  return {
    ...server,
    calls,
    forget: () => calls.splice(0),
    failWith: (status) => {
      failure = status;
    },
  };
}
