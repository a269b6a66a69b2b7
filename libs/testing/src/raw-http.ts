import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

export interface RawAnswer {
  readonly status: number;
  /** The headers, with lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends raw bytes and returns the response bytes until the other end closes the connection. */
export function bytesOverSocket(url: string, bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  return text(socket);
}

/** Sends a GET with arbitrary header lines, and returns its response. */
export async function exchangeOverSocket(
  url: string,
  lines: readonly string[],
): Promise<RawAnswer> {
  const { host, pathname, search } = new URL(url);
  const head = [
    `GET ${pathname}${search} HTTP/1.1`,
    `host: ${host}`,
    'connection: close',
    ...lines,
  ];
  const bytes = Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1');
  return parseAnswer(await bytesOverSocket(url, bytes));
}

/** The first response, possibly 100 Continue. */
export function parseAnswer(received: string): RawAnswer {
  const [head = '', ...rest] = received.split('\r\n\r\n');
  const [first = '', ...fields] = head.split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1]);
  if (Number.isNaN(status)) throw new Error(`no answer in ${JSON.stringify(received)}`);
  const headers = fields.map((field) => {
    const colon = field.indexOf(':');
    return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()] as const;
  });
  return { status, headers: Object.fromEntries(headers), body: rest.join('\r\n\r\n') };
}
