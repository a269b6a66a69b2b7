import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { bytesOverSocket, eventually, parseAnswer } from '@ndx/testing';
import { GatewayFixture } from '../testing/gateway-fixture.js';

const PATH = '/v1/institution-attestation';
const LIMIT = 10_000;
const MEGABYTE = 1_048_576;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes of referenced buffers: this process is also the client. */
function buffersInUse(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

let gateway: GatewayFixture;
let bearer: string;

beforeAll(async () => {
  gateway = await GatewayFixture.start({ MAX_BODY_BYTES: String(LIMIT) });
  bearer = await gateway.bearer();
});
beforeEach(() => {
  gateway.service.received.length = 0;
});
afterAll(() => gateway.stop());

/** A scripted client. */
class Client {
  received = '';
  isClosed = false;
  broke: Error | undefined;

  private constructor(private readonly socket: Socket) {
    socket.on('data', (chunk) => {
      this.received += chunk.toString('latin1');
    });
    socket.on('error', (error) => {
      this.broke = error;
    });
    socket.on('close', () => {
      this.isClosed = true;
    });
  }

  static begin(...lines: string[]): Client {
    const { hostname, port } = new URL(gateway.url);
    const client = new Client(connect(Number(port), hostname));
    const head = [`POST ${PATH} HTTP/1.1`, 'host: gateway', ...lines];
    client.socket.write(`${head.join('\r\n')}\r\n\r\n`);
    return client;
  }

  /** Sends without reading responses, as fast as possible. */
  async send(bytes: number | string): Promise<void> {
    const whole = typeof bytes === 'string' ? Buffer.from(bytes) : undefined;
    let left = whole?.length ?? Number(bytes);
    while (left > 0 && !this.isClosed) {
      const chunk = whole ?? Buffer.alloc(Math.min(left, 65_536));
      left -= chunk.length;
      if (this.socket.write(chunk)) continue;
      await new Promise<void>((resolve) => {
        const go = () => {
          this.socket.off('drain', go).off('close', go);
          resolve();
        };
        this.socket.on('drain', go).on('close', go);
      });
    }
  }

  async answer() {
    return eventually(() => parseAnswer(this.received));
  }

  /** How the server ends it. */
  async closed(): Promise<void> {
    await eventually(() => expect(this.isClosed).toBe(true));
  }

  leave(): void {
    this.socket.destroy();
  }
}

const TOO_LARGE = { error_code: 'PAYLOAD_TOO_LARGE', request_id: expect.any(String) };
const signedIn = () => `authorization: ${bearer}`;

async function expectTooLarge(client: Client): Promise<void> {
  const { status, headers, body } = await client.answer();
  expect(status).toBe(413);
  expect(headers['connection']).toBe('close');
  expect(JSON.parse(body)).toMatchObject(TOO_LARGE);
  expect(gateway.service.received).toEqual([]);
}

describe('a body beyond the limit', () => {
  test('is rejected by its length, before it is sent', async () => {
    const client = Client.begin(signedIn(), `content-length: ${LIMIT + 1}`);
    await expectTooLarge(client);
    client.leave();
  });

  test('is never requested with 100 Continue', async () => {
    const client = Client.begin(signedIn(), `content-length: ${LIMIT + 1}`, 'expect: 100-continue');
    await expectTooLarge(client);
    expect(client.received).not.toContain(' 100 ');
    client.leave();
  });

  test.each([2, 50])('of %i MB gets its answer before the connection closes', async (megabytes) => {
    const client = Client.begin(signedIn(), `content-length: ${megabytes * MEGABYTE}`);
    await client.send(megabytes * MEGABYTE);
    await expectTooLarge(client);
    await client.closed();
    expect(client.broke).toBeUndefined();
  });

  test('in chunks is cut off at the limit', async () => {
    const client = Client.begin(signedIn(), 'transfer-encoding: chunked');
    await client.send(`${LIMIT.toString(16)}\r\n${'x'.repeat(LIMIT)}\r\n`);
    expect(client.received).toBe('');
    await client.send('1\r\nx\r\n');
    await expectTooLarge(client);
    await client.send('0\r\n\r\n');
    await client.closed();
    expect(client.broke).toBeUndefined();
  });

  test('that never ends is cut off, uses no memory, and affects no other request', async () => {
    const before = buffersInUse();
    const client = Client.begin(signedIn(), 'transfer-encoding: chunked');
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    let most = 0;
    const endless = (async () => {
      for (let sent = 1; !client.isClosed; sent += 1) {
        await client.send(chunk);
        if (sent % 64 === 0) most = Math.max(most, buffersInUse());
      }
    })();
    await expectTooLarge(client);
    while (!client.isClosed) {
      expect((await gateway.get('/v1/products', bearer)).status).toBe(200);
    }
    await endless;
    expect(most - before).toBeLessThan(32 * MEGABYTE);
  });

  test('that is never sent is cut off, too', async () => {
    const client = Client.begin(signedIn(), 'content-length: 99999999999');
    await expectTooLarge(client);
    await client.closed();
  });

  test.each(['content-length: 52428800', 'transfer-encoding: chunked'])(
    'of an unauthenticated caller is a 401 before it is read: %s',
    async (length) => {
      const client = Client.begin(length);
      const { status, headers } = await client.answer();
      expect([status, headers['connection']]).toEqual([401, 'close']);
      client.leave();
    },
  );
});

describe('a body within the limit', () => {
  const SMALL = '{"a":1}';

  test('is requested after admission', async () => {
    const client = Client.begin(
      signedIn(),
      `content-length: ${SMALL.length}`,
      'Expect: 100-Continue',
      'connection: close',
    );
    expect((await client.answer()).status).toBe(100);
    await client.send(SMALL);
    await client.closed();
    expect(client.received).toMatch(/^HTTP\/1\.1 100 .*\r\n\r\nHTTP\/1\.1 200 /s);
    expect(gateway.service.last().body.toString()).toBe(SMALL);
  });

  test('is not requested from unauthenticated callers', async () => {
    const client = Client.begin(`content-length: ${SMALL.length}`, 'expect: 100-continue');
    expect((await client.answer()).status).toBe(401);
    client.leave();
  });

  test('may have an unknown expectation', async () => {
    const client = Client.begin(
      signedIn(),
      `content-length: ${SMALL.length}`,
      'expect: more',
      'connection: close',
    );
    await client.send(SMALL);
    expect((await client.answer()).status).toBe(200);
    await client.closed();
  });

  test('leaves the connection of a rejected request open', async () => {
    const refused = Client.begin(`content-length: ${SMALL.length}`);
    expect((await refused.answer()).status).toBe(401);
    refused.received = '';
    await refused.send(SMALL);
    await refused.send(`GET /health HTTP/1.1\r\nhost: gateway\r\nconnection: close\r\n\r\n`);
    expect((await refused.answer()).status).toBe(200);
    await refused.closed();
  });
});

describe('a slow request', () => {
  let slow: GatewayFixture;
  beforeAll(async () => {
    slow = gateway;
    gateway = await GatewayFixture.start({ REQUEST_TIMEOUT_MS: '900' });
    bearer = await gateway.bearer();
  });
  afterAll(async () => {
    await gateway.stop();
    gateway = slow;
  });

  test('is rejected when its headers take too long', async () => {
    const { hostname, port } = new URL(gateway.url);
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    socket.write('GET /health HTTP/1.1\r\nhost: ga');
    await eventually(() => expect(parseAnswer(received).status).toBe(400));
    socket.destroy();
  });

  test('has no answer on a connection on which nothing was sent', async () => {
    expect(await bytesOverSocket(gateway.url, '')).toBe('');
  });

  test('is rejected when its body takes too long', async () => {
    const client = Client.begin(signedIn(), 'content-length: 100');
    await client.send('x');
    expect(await client.answer()).toMatchObject({ status: 400 });
    await client.closed();
    expect(gateway.service.received).toEqual([]);
  });
});
