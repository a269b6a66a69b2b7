import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from '@jest/globals';
import { InvalidWebhook, verifyWebhook, type WebhookHeaders } from './verify-webhook.js';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER = `whsec_${Buffer.alloc(24).toString('base64')}`;
const AT = new Date(1_614_265_330_000);
const BODY = '{"test": 2432232314}';
/** The example of the libraries of Standard Webhooks. */
const EXAMPLE = {
  'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'webhook-timestamp': '1614265330',
  'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const PUBLIC_KEY = `whpk_${publicBytes(publicKey)}`;

function publicBytes(key: KeyObject): string {
  return key.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
}

const signedContent = `${EXAMPLE['webhook-id']}.${EXAMPLE['webhook-timestamp']}.${BODY}`;

const hmac = (secret: string) => {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(signedContent).digest('base64')}`;
};

const ed25519 = () =>
  `v1a,${sign(null, Buffer.from(signedContent), privateKey).toString('base64')}`;

const signedBy = (...signatures: readonly string[]) => ({
  ...EXAMPLE,
  'webhook-signature': signatures.join(' '),
});

/** `verified`, or the code of the error. */
async function verdict(
  headers: WebhookHeaders,
  body: string | Uint8Array = BODY,
  keys: readonly string[] = [SECRET],
  now = AT,
): Promise<string> {
  try {
    const { id, text } = await verifyWebhook(headers, body, keys, now);
    expect([id, text]).toEqual([EXAMPLE['webhook-id'], BODY]);
    return 'verified';
  } catch (error) {
    if (error instanceof InvalidWebhook) return error.code;
    throw error;
  }
}

describe('a webhook', () => {
  test('is verified by the example of Standard Webhooks', async () => {
    expect(hmac(SECRET)).toBe(EXAMPLE['webhook-signature']);
    expect(await verdict(EXAMPLE)).toBe('verified');
    expect(await verdict(new Headers(EXAMPLE))).toBe('verified');
  });

  test('is verified with the bytes and headers that a server received', async () => {
    const verdicts: string[] = [];
    const server = createServer((request, response) => {
      buffer(request)
        .then((body) => verdict(request.headers, body))
        .then((found) => {
          verdicts.push(found);
          response.writeHead(204).end();
        }, response.destroy.bind(response));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const { status } = await fetch(url, { method: 'POST', headers: EXAMPLE, body: BODY });
    server.close();
    expect([status, verdicts]).toEqual([204, ['verified']]);
  });

  test('is verified by one of several signatures and one of several keys', async () => {
    expect(await verdict(signedBy(hmac(OTHER), hmac(SECRET)))).toBe('verified');
    expect(await verdict(EXAMPLE, BODY, [OTHER, SECRET])).toBe('verified');
    expect(await verdict(EXAMPLE, BODY, [OTHER])).toBe('signature_invalid');
    expect(await verdict(EXAMPLE, BODY, [])).toBe('signature_invalid');
  });

  test('is verified with the public key of a key pair, and not by its version alone', async () => {
    expect(await verdict(signedBy(ed25519()), BODY, [PUBLIC_KEY])).toBe('verified');
    const renamed = ed25519().replace('v1a,', 'v1,');
    expect(await verdict(signedBy(renamed), BODY, [PUBLIC_KEY])).toBe('signature_invalid');
    expect(await verdict(EXAMPLE, BODY, [PUBLIC_KEY])).toBe('signature_invalid');
  });

  test('is rejected with another body, id or time', async () => {
    expect(await verdict(EXAMPLE, `${BODY} `)).toBe('signature_invalid');
    expect(await verdict({ ...EXAMPLE, 'webhook-id': 'msg' })).toBe('signature_invalid');
    const later = { ...EXAMPLE, 'webhook-timestamp': '1614265331' };
    expect(await verdict(later)).toBe('signature_invalid');
  });

  test('is rejected more than five minutes before or after its time', async () => {
    const after = (seconds: number) =>
      verdict(EXAMPLE, BODY, [SECRET], new Date(AT.getTime() + seconds * 1_000));
    expect(await Promise.all([-300, 300].map(after))).toEqual(['verified', 'verified']);
    expect(await Promise.all([-301, 301].map(after))).toEqual(
      Array.from({ length: 2 }, () => 'timestamp_invalid'),
    );
    const noTime = { ...EXAMPLE, 'webhook-timestamp': '1614265330.0' };
    expect(await verdict(noTime)).toBe('timestamp_invalid');
  });

  test.each(Object.keys(EXAMPLE))('is rejected without %s', async (name) => {
    expect(await verdict({ ...EXAMPLE, [name]: undefined })).toBe('header_missing');
  });

  test('is rejected with a signature that is not base64', async () => {
    for (const signature of ['v1,*', 'v1,', 'v1', '', ',', 'v1,AAAA']) {
      expect(await verdict(signedBy(signature || ' '))).toBe('signature_invalid');
    }
  });

  test('needs keys of the two known forms', async () => {
    for (const key of ['secret', 'whsec_*', 'whsk_AAAA']) {
      await expect(verifyWebhook(EXAMPLE, BODY, [key], AT)).rejects.toThrow(RangeError);
    }
  });
});
