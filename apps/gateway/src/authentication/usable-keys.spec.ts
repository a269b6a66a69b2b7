import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { SIGNING_ALGORITHMS } from './token-header.js';
import { usableKeys } from './usable-keys.js';

const jwkOf = (modulusLength: number) =>
  generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ format: 'jwk' });

const KEY = { ...jwkOf(2_048), kid: 'key' };

test.each([
  ['as RFC 7517 asks for no more', {}],
  ['with its use and algorithm', { use: 'sig', alg: 'RS256' }],
  ['with its operation', { key_ops: ['verify'] }],
])('a key is used: %s', (_case, members) => {
  const { keys, refused } = usableKeys([{ ...KEY, ...members }], ['RS256']);
  expect([[...keys.keys()], refused]).toEqual([['key'], []]);
});

test.each([
  ['a short modulus', jwkOf(1_024)],
  ['no modulus', { n: undefined }],
  ['a modulus that is none', { n: '' }],
  ['another algorithm', { alg: 'RS512' }],
  ['an algorithm of another kind', { alg: 'HS256' }],
  ['another use', { use: 'wrap' }],
  ['the operation of signing', { key_ops: ['sign'] }],
  ['the operation of encryption', { key_ops: ['verify', 'encrypt'] }],
  ['operations that are no list', { key_ops: 'verify' }],
  ['another type', { kty: 'oct', k: 'c2VjcmV0' }],
  ['its private part', { d: 'AQAB' }],
  ['no name', { kid: undefined }],
  ['a name that no token can have', { kid: 'k'.repeat(301) }],
])('a key with %s is not used, and reported', (_case, members) => {
  const other = { ...KEY, kid: 'other' };
  const { keys, refused } = usableKeys([{ ...KEY, ...members }, other], ['RS256']);
  expect([...keys.keys()]).toEqual(['other']);
  expect(refused).toHaveLength(1);
});

test('a key for encryption, which Keycloak publishes too, is neither used nor reported', () => {
  const other = { ...KEY, kid: 'other' };
  const { keys, refused } = usableKeys([{ ...KEY, use: 'enc', alg: 'RSA-OAEP' }, other], ['RS256']);
  expect([[...keys.keys()], refused]).toEqual([['other'], []]);
});

const EC = (namedCurve: string) => ({
  ...generateKeyPairSync('ec', { namedCurve }).publicKey.export({ format: 'jwk' }),
  kid: 'key',
});

const OKP = (kind: 'ed25519' | 'ed448' | 'x25519') => ({
  ...publicKeyOf(kind).export({ format: 'jwk' }),
  kid: 'key',
});

function publicKeyOf(kind: 'ed25519' | 'ed448' | 'x25519') {
  if (kind === 'ed25519') return generateKeyPairSync('ed25519').publicKey;
  if (kind === 'ed448') return generateKeyPairSync('ed448').publicKey;
  return generateKeyPairSync('x25519').publicKey;
}

test.each([
  ['RSA without an algorithm', KEY, ['RS256', 'PS256']],
  ['RSA of one algorithm', { ...KEY, alg: 'PS256' }, ['PS256']],
  ['P-256', EC('P-256'), ['ES256']],
  ['Ed25519', OKP('ed25519'), ['EdDSA']],
])('a key verifies allowed algorithms of its kind alone: %s', (_case, jwk, algorithms) => {
  const { keys } = usableKeys([jwk], SIGNING_ALGORITHMS);
  expect(keys.get('key')?.algorithms).toEqual(algorithms);
});

test.each([
  ['of a kind that is not allowed', EC('P-256'), ['RS256']],
  ['of another curve', EC('P-384'), SIGNING_ALGORITHMS],
  ['of another Edwards curve', OKP('ed448'), SIGNING_ALGORITHMS],
  ['for key agreement', OKP('x25519'), SIGNING_ALGORITHMS],
  ['of a kind that is not allowed by default', OKP('ed25519'), ['RS256']],
  ['of the curve of another kind', { ...EC('P-256'), crv: 'Ed25519' }, SIGNING_ALGORITHMS],
  ['of Ed25519 without its point', { ...OKP('ed25519'), x: undefined }, SIGNING_ALGORITHMS],
  ['of Ed25519 with a short point', { ...OKP('ed25519'), x: 'AQAB' }, SIGNING_ALGORITHMS],
  ['of an algorithm of another kind', { ...EC('P-256'), alg: 'RS256' }, SIGNING_ALGORITHMS],
  ['without a coordinate', { ...EC('P-256'), y: undefined }, SIGNING_ALGORITHMS],
] as const)('a key is not used, and reported: %s', (_case, jwk, allowed) => {
  expect(usableKeys([jwk], allowed)).toEqual({
    keys: new Map(),
    refused: [expect.stringMatching(/^key: /)],
  });
});

test.each([null, 7, 'key', []])('an invalid key is not used: %j', (jwk) => {
  expect(usableKeys([jwk], ['RS256'])).toMatchObject({
    keys: new Map(),
    refused: [expect.any(String)],
  });
});
