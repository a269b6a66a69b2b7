import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { ConfigurationError, loadConfig } from '@ndx/config';
import { principalKeys, signingKey, type PrincipalKeys } from './principal-keys.js';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const PRIVATE = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
const PUBLIC = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
const OTHER_PRIVATE = other.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
const ENCRYPTED = privateKey
  .export({ format: 'der', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'of-the-operator' })
  .toString('base64');
const OTHER_PUBLIC = other.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');

const loadPrivate = (value: string) =>
  loadConfig('a process', { IT: signingKey({ desc: '' }) }, { IT: value }).IT;
const loadPublic = (value: string): PrincipalKeys =>
  loadConfig('a process', { IT: principalKeys({ desc: '' }) }, { IT: value }).IT;

test('a private key is one of Ed25519 in PKCS #8', () => {
  expect(loadPrivate(PRIVATE).asymmetricKeyType).toBe('ed25519');
  for (const value of ['', 'hunter2', PUBLIC, OTHER_PRIVATE, ENCRYPTED]) {
    expect(() => loadPrivate(value)).toThrow(ConfigurationError);
  }
  expect(() => loadPrivate(ENCRYPTED)).toThrow(/IT: is not valid: .* without encryption, base64/);
});

test('a list of public keys has one of the gateway, and may have two of one name', () => {
  const keys = loadPublic(`gateway:${PUBLIC},consent:${PUBLIC},gateway:${PUBLIC}`);
  expect([...keys].map(([name, each]) => [name, each.length])).toEqual([
    ['gateway', 2],
    ['consent', 1],
  ]);
  for (const value of [
    ...['', PUBLIC, `gateway:`, `:${PUBLIC}`, `consent:${PUBLIC}`, `gateway:${PRIVATE}`],
    ...[`gateway:${OTHER_PUBLIC}`, `gateway:${PUBLIC},`],
  ]) {
    expect(() => loadPublic(value)).toThrow(ConfigurationError);
  }
});
