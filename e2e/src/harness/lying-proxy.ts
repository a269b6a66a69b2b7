import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The part of a request that a falsification may depend on. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** A falsification of a server's responses. */
export interface Lie {
  readonly name: string;
  readonly matches: (method: string, path: string) => boolean;
  /** The false body; the same if there is nothing to falsify. */
  readonly rewrite: (body: unknown, asked: Asked, status: number) => unknown;
}

/** Headers of the true response that would not match the false one. */
const OF_THE_BODY = ['content-length', 'content-encoding', 'transfer-encoding', 'connection'];

/** A proxy that falsifies responses. */
export class LyingProxy {
  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  /** @param at the port; 0 for a free one */
  static async start(target: string, lies: readonly Lie[], at = 0): Promise<LyingProxy> {
    const server = createServer((request, response) => {
      passOn(target, lies, request, response).catch((error: unknown) => {
        response.destroy(error instanceof Error ? error : new Error(String(error)));
      });
    });
    await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
    // The address of a listening server is an object.
    const { port } = server.address() as AddressInfo;
    return new LyingProxy(server, `http://127.0.0.1:${port}`);
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }
}

async function passOn(
  target: string,
  lies: readonly Lie[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', url = '/' } = request;
  const sent = await bytesOf(request);
  const answer = await fetch(target + url, {
    method,
    headers: headersOf(request),
    ...(sent.length > 0 && { body: sent }),
    redirect: 'manual',
  });
  const headers = [...answer.headers].filter(([name]) => !OF_THE_BODY.includes(name));
  response.writeHead(answer.status, Object.fromEntries(headers));
  const asked = { method, path: url.split('?')[0] ?? '', body: jsonIn(sent.toString('utf8')) };
  response.end(falsified(await answer.text(), asked, answer.status, lies));
}

/** The unchanged text if it is not JSON, or has nothing to falsify. */
function falsified(text: string, asked: Asked, status: number, lies: readonly Lie[]): string {
  const applied = lies.filter(({ matches }) => matches(asked.method, asked.path));
  const body = jsonIn(text);
  if (applied.length === 0 || body === undefined) return text;
  const falsely = applied.reduce<unknown>((at, { rewrite }) => rewrite(at, asked, status), body);
  return JSON.stringify(falsely);
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !['host', ...OF_THE_BODY].includes(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
