import { createPublicKey, randomBytes, sign, verify } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { calculateJwkThumbprint } from 'jose';
import { loadConfig } from '@ndx/config';
import { serviceVariables } from '../config/service-config.js';
import { entryOf, previousSigningKeys, proofKeys, signingSeed } from './signing-keys.js';

const seed = Buffer.alloc(32, 7);
const current = { seed, from: null };

describe('the signing keys of a service', () => {
  const keys = proofKeys('consent', current, []);

  test('are published with the thumbprint that a JOSE library calculates', async () => {
    expect(keys.history.map(({ purpose }) => purpose)).toEqual(['checkpoints', 'answers']);
    for (const { kid, kty, crv, x } of keys.history) {
      expect(kid).toBe(await calculateJwkThumbprint({ kty, crv, x }));
    }
  });

  test.each(['noteKey', 'jwsKey'] as const)('verify what %s signs', (name) => {
    const { kid, privateKey } = keys[name];
    const signature = sign(null, Buffer.from('data'), privateKey);
    const jwk = keys.history.find((published) => published.kid === kid);
    const key = createPublicKey({ key: { ...jwk }, format: 'jwk' });
    expect(verify(null, Buffer.from('data'), key, signature)).toBe(true);
  });

  test('differ by purpose, service and seed, and are the same at each start', () => {
    const idsOf = (given: typeof keys) => given.history.map(({ kid }) => kid);
    const others = [
      ...idsOf(keys),
      ...idsOf(proofKeys('policy', current, [])),
      ...idsOf(proofKeys('consent', { seed: randomBytes(32), from: null }, [])),
    ];
    expect(new Set(others).size).toBe(6);
    expect(proofKeys('consent', current, []).history).toEqual(keys.history);
  });

  test('stay published after a rotation by the printed entry', () => {
    const { _parse: read } = previousSigningKeys({ desc: '' });
    const previous = read(`${entryOf(keys)}2026-07-02T00:00:00Z`);
    const next = proofKeys(
      'consent',
      { seed: randomBytes(32), from: '2026-07-01T00:00:00.000Z' },
      previous,
    );
    expect(next.history).toEqual([
      expect.objectContaining({ from: '2026-07-01T00:00:00.000Z', until: null }),
      expect.objectContaining({ from: '2026-07-01T00:00:00.000Z', until: null }),
      ...keys.history.map((key) => ({ ...key, until: '2026-07-02T00:00:00.000Z' })),
    ]);
    expect(next.noteKey.kid).not.toBe(keys.noteKey.kid);
  });
});

describe('the configuration of signing keys', () => {
  const seedText = seed.toString('base64');
  const pair = `${'A'.repeat(43)}:${'B'.repeat(43)}`;
  const read = {
    seed: (value: string) => signingSeed({ desc: '' })._parse(value),
    previous: (value: string) => previousSigningKeys({ desc: '' })._parse(value),
  };

  test('accepts a seed with and without its time', () => {
    expect(read.seed(seedText)).toEqual(current);
    expect(read.seed(`${seedText}@2026-07-01T02:00:00+02:00`)).toEqual({
      seed,
      from: '2026-07-01T00:00:00.000Z',
    });
  });

  test.each(['', 'short', `${seedText}@then`, `${seedText}@2026@2027`])(
    'rejects the seed %p',
    (value) => expect(() => read.seed(value)).toThrow(),
  );

  test('accepts no earlier keys, and several', () => {
    expect(read.previous('')).toEqual([]);
    const entries = `${pair}@2026-01-01T00:00:00Z/2026-07-01T00:00:00Z,${pair}@/2026-01-01T00:00:00Z`;
    expect(read.previous(entries).map(({ from }) => from)).toEqual([
      '2026-01-01T00:00:00.000Z',
      null,
    ]);
  });

  test.each([
    pair,
    `${pair}@2026-01-01T00:00:00Z/`,
    `${pair}@2026-01-01T00:00:00Z`,
    `${'A'.repeat(43)}@/2026-01-01T00:00:00Z`,
    `${pair}:C@/2026-01-01T00:00:00Z`,
    `${pair}@/then`,
  ])('rejects the entry %p', (value) => expect(() => read.previous(value)).toThrow());

  test('is named for its service', () => {
    const spec = serviceVariables('product-query');
    expect(() => loadConfig('product-query', spec, {})).toThrow(
      /PRODUCT_QUERY_SIGNING_KEY: is missing/,
    );
  });
});
