import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Step = (response: ServerResponse, request: ReceivedRequest) => void;

/** An HTTP server that answers its requests one after the other, each with the next step. */
export class ScriptedServer {
  readonly received: ReceivedRequest[] = [];
  private steps: readonly Step[] = [];
  private readonly server = createServer((request, response) => {
    text(request)
      .then((body) => {
        const { method = '', url = '', headers } = request;
        const received = { method, url, headers, body };
        const step = this.steps[this.received.length];
        this.received.push(received);
        if (step === undefined) response.writeHead(404).end('no step is left');
        else step(response, received);
      })
      .catch((error: unknown) => response.destroy(error as Error));
  });

  static async start(): Promise<ScriptedServer> {
    const scripted = new ScriptedServer();
    scripted.server.listen(0, '127.0.0.1');
    await once(scripted.server, 'listening');
    return scripted;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  script(...steps: readonly Step[]): void {
    this.received.length = 0;
    this.steps = steps;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

/** Answers with a status, a JSON body and headers. */
export function answer(
  status: number,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Step {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body && JSON.stringify(body));
  };
}

/** Closes the connection without an answer. */
export const cut: Step = (response) => response.destroy();
