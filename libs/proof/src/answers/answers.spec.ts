import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { aFileKey } from '../testing/reliance-file.js';
import { answerSigner } from './sign-answer.js';
import { InvalidAnswer, verifyAnswer, type PublicKey } from './verify-answer.js';

const key = aFileKey();
const published = { ...key.jwk, purpose: 'answers', from: null, until: null } as PublicKey;
const claims = {
  queryEventId: '0192d3c0-5c5e-7a80-9b1e-3c2d1a0f4e5b',
  queryingEntityId: '0192d3c0-3b21-7a32-8b43-5c6d7e8f9012',
  occurredAt: '2026-07-01T09:30:00.000Z',
};
const sign = answerSigner(key);
const BODY = '{"name":"Müller & Söhne"}';

function verdict(body: string, signature: string, keys: readonly PublicKey[] = [published]) {
  try {
    return verifyAnswer(body, signature, keys);
  } catch (error) {
    if (error instanceof InvalidAnswer) return error.code;
    throw error;
  }
}

describe('a signed answer', () => {
  const signature = sign(BODY, claims);

  test('states the query event, the institution and the time that the signature binds', () => {
    expect(verdict(BODY, signature)).toEqual({ ...claims, kid: key.kid });
    expect(verifyAnswer(Buffer.from(BODY), signature, [published])).toMatchObject(claims);
  });

  test('is signed the same each time', () => {
    expect(sign(BODY, claims)).toBe(signature);
  });

  test('is rejected with another body', () => {
    expect(verdict(`${BODY} `, signature)).toBe('body_differs');
  });

  test('is rejected when any character of its signature is another one', () => {
    const character = fc.constantFrom('A', 'B', 'a', '0', '1', '-', '_', '.', '=');
    const place = fc.nat({ max: signature.length - 1 });
    fc.assert(
      fc.property(place, character, (at, other) => {
        fc.pre(signature[at] !== other);
        const changed = signature.slice(0, at) + other + signature.slice(at + 1);
        expect(typeof verdict(BODY, changed)).toBe('string');
      }),
      { numRuns: 1_000 },
    );
  });

  test('is rejected when its key is unknown, of another purpose, or was not in use', () => {
    expect(verdict(BODY, signature, [])).toBe('key_unknown');
    expect(verdict(BODY, signature, [{ ...published, purpose: 'checkpoints' }])).toBe(
      'key_unknown',
    );
    const inUse = (from: string | null, until: string | null) =>
      verdict(BODY, signature, [{ ...published, from, until }]);
    const [before, at, after] = ['2026-07-01T09:29:59.999Z', claims.occurredAt, '2026-07-02'];
    expect(inUse(at, at)).toMatchObject(claims);
    expect(inUse(after, null)).toBe('key_not_in_use');
    expect(inUse(null, before)).toBe('key_not_in_use');
  });

  test('is rejected when the named key did not sign it', () => {
    const other = answerSigner({ ...aFileKey(8), kid: key.kid });
    expect(verdict(BODY, other(BODY, claims))).toBe('signature_invalid');
  });

  test.each(['', 'a.b', 'a.b.c', `${signature}.`, signature.replace('.', '..')])(
    'is rejected when its signature is malformed: %p',
    (text) => expect(verdict(BODY, text)).toBe('malformed'),
  );

  test('is rejected when the key signed something else', () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const [header = '', payload = ''] = signature.split('.');
    const head = { alg: 'EdDSA', kid: key.kid, typ: 'ndx-answer' };
    for (const [one, two] of [
      [part({ ...head, typ: 'ndx-reliance-file' }), payload],
      [part({ ...head, alg: 'none' }), payload],
      [header, part({ body_sha256: '' })],
    ] as const) {
      expect(verdict(BODY, `${one}.${two}.`)).toBe('malformed');
    }
  });
});
