import { constants, generateKeyPairSync, publicEncrypt, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { loadConfig } from '../load-config.js';
import { secret, str } from '../variable-kinds.js';
import { KEY_STORE_RULES, keyStoreVariables } from './key-store-variables.js';

const spec = {
  ENVIRONMENT: str({ desc: '' }),
  SEALING_KEYS: secret({ desc: 'Keys' }),
  MATCH_HASH_KEY: secret({ default: '', desc: 'A key' }),
  CLIENT_ID: str({ default: '', desc: 'No secret' }),
  ...keyStoreVariables,
};

const folder = mkdtempSync(join(tmpdir(), 'wrapping-keys-'));
const STORE = { WRAPPING_KEYS_FOLDER: folder };
const COMPOSE = join(__dirname, '..', '..', '..', '..', 'deploy', 'compose.yaml');
const [, PUBLISHED = ''] = /^x-key: (\S+)$/m.exec(readFileSync(COMPOSE, 'utf8')) ?? [];
const KEY = randomBytes(32).toString('base64');

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const other = generateKeyPairSync('rsa', { modulusLength: 2048 });

function wrapped(text: string, hash = 'sha256', key = rsa.publicKey, name = 'first'): string {
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  const bytes = publicEncrypt({ key, padding, oaepHash: hash }, Buffer.from(text));
  return `rsa-oaep${hash === 'sha1' ? '' : '-256'}.${name}.${bytes.toString('base64')}`;
}

const load = (env: NodeJS.ProcessEnv) =>
  loadConfig('a process', spec, { ENVIRONMENT: 'production', ...env }, KEY_STORE_RULES);

beforeAll(() => {
  const pem = { format: 'pem', type: 'pkcs8' } as const;
  writeFileSync(join(folder, 'first.pem'), rsa.privateKey.export(pem));
  const encryption = { cipher: 'aes-256-cbc', passphrase: 'of-the-operator' };
  writeFileSync(join(folder, 'encrypted.pem'), rsa.privateKey.export({ ...pem, ...encryption }));
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(join(folder, 'curve.pem'), privateKey.export(pem));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('a wrapped key in a variable', () => {
  test.each([
    ['alone', wrapped(KEY), KEY],
    ['with SHA-1', wrapped(KEY, 'sha1'), KEY],
    ['with a line break, as programs end their output', wrapped(`${KEY}\n`), KEY],
    ['in base64url', wrapped(KEY).replaceAll('+', '-').replaceAll('/', '_'), KEY],
    [
      'among others',
      `new:${wrapped(KEY)},old:${KEY},older:${wrapped(KEY)}`,
      `new:${KEY},old:${KEY},older:${KEY}`,
    ],
    ['with a time', `${wrapped(KEY)}@2026-07-01T00:00:00Z`, `${KEY}@2026-07-01T00:00:00Z`],
  ])('is replaced by the key %s', (_case, value, plain) => {
    expect(load({ ...STORE, SEALING_KEYS: value }).SEALING_KEYS).toBe(plain);
  });

  test('stays as it is in a variable that is no secret', () => {
    const value = wrapped(KEY);
    expect(load({ ...STORE, SEALING_KEYS: KEY, CLIENT_ID: value }).CLIENT_ID).toBe(value);
  });

  test('is rejected in production if it is published for development', () => {
    const SEALING_KEYS = `first:${wrapped(PUBLISHED)}`;
    expect(() => load({ ...STORE, SEALING_KEYS })).toThrow(
      /SEALING_KEYS: has a key that is published for development/,
    );
  });
});

describe('a wrapped key that cannot be opened is reported, without its value,', () => {
  const one = (problem: string) =>
    `a process cannot start: 1 configuration problem(s)\n  ${problem}`;

  test.each([
    [
      'without a key store',
      { SEALING_KEYS: wrapped(KEY) },
      'SEALING_KEYS: has a wrapped key; set PKCS11_MODULE or WRAPPING_KEYS_FOLDER',
    ],
    [
      'with two key stores',
      {
        ...STORE,
        PKCS11_MODULE: 'm',
        PKCS11_TOKEN: 't',
        PKCS11_PIN_FILE: 'p',
        SEALING_KEYS: wrapped(KEY),
      },
      'PKCS11_MODULE, WRAPPING_KEYS_FOLDER: one of them has the wrapping keys, not both',
    ],
    [
      'with half of the settings of a token',
      { PKCS11_MODULE: 'm', SEALING_KEYS: wrapped(KEY) },
      'PKCS11_MODULE, PKCS11_TOKEN, PKCS11_PIN_FILE: either all of them must be set or none',
    ],
    [
      'with another wrapping key',
      { ...STORE, SEALING_KEYS: wrapped(KEY, 'sha256', other.publicKey) },
      'SEALING_KEYS: has a key that first did not wrap',
    ],
    [
      'with another hash than its name says',
      { ...STORE, SEALING_KEYS: wrapped(KEY).replace('-256', '') },
      'SEALING_KEYS: has a key that first did not wrap',
    ],
    [
      'without its wrapping key',
      { ...STORE, SEALING_KEYS: wrapped(KEY, 'sha256', rsa.publicKey, 'second') },
      `WRAPPING_KEYS_FOLDER: ${join(folder, 'second.pem')} is missing or has no private key in PEM`,
    ],
    [
      'with a wrapping key of another kind',
      { ...STORE, SEALING_KEYS: wrapped(KEY, 'sha256', rsa.publicKey, 'curve') },
      `WRAPPING_KEYS_FOLDER: ${join(folder, 'curve.pem')} has no RSA key`,
    ],
    [
      'with an encrypted wrapping key',
      { ...STORE, SEALING_KEYS: wrapped(KEY, 'sha256', rsa.publicKey, 'encrypted') },
      `WRAPPING_KEYS_FOLDER: ${join(folder, 'encrypted.pem')} is encrypted, and no process has a passphrase`,
    ],
    [
      'with a key of another form',
      { ...STORE, SEALING_KEYS: wrapped('short') },
      'SEALING_KEYS: is not valid: it takes at least 32 characters (Keys)',
    ],
  ])('%s', (_case, env, problem) => {
    expect(() => load(env)).toThrow(new Error(one(problem)));
  });

  test('for each variable at once', () => {
    const value = wrapped(KEY, 'sha256', other.publicKey);
    expect(() => load({ ...STORE, SEALING_KEYS: value, MATCH_HASH_KEY: value })).toThrow(
      /2 configuration problem\(s\)\n {2}SEALING_KEYS: has [^\n]*\n {2}MATCH_HASH_KEY: has [^\n]*$/,
    );
  });
});
