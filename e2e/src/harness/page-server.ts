import { createServer } from 'node:http';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { projectRoot } from '@ndx/local-infra';

const CLIENT = join(projectRoot(), 'clients', 'typescript', 'dist');
const MODULE = /^\/client\/((?:[\w.-]+\/)*[\w.-]+\.js)$/;
const PAGE = '<!doctype html><html lang="en"><title>Integrator</title></html>';

/** An application of an integrator: a page on an origin of its own, with the modules of the client. */
export class PageServer {
  private constructor(private readonly port: number) {}

  /** It ends with this process. */
  static async start(): Promise<PageServer> {
    const server = createServer((request, response) => {
      const [, module] = MODULE.exec(request.url ?? '') ?? [];
      if (module === undefined) {
        response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
        return;
      }
      readFile(join(CLIENT, module)).then(
        (text) => response.writeHead(200, { 'content-type': 'text/javascript' }).end(text),
        (error: unknown) => response.writeHead(404).end(String(error)),
      );
    });
    server.listen(0);
    await once(server, 'listening');
    server.unref();
    return new PageServer((server.address() as AddressInfo).port);
  }

  /** The origin that the gateway permits. */
  get permittedOrigin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The same page on an origin that the gateway does not permit. */
  get otherOrigin(): string {
    return `http://localhost:${this.port}`;
  }
}
