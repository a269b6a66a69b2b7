import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { declaredKeys } from './declared-services.js';

/** Keys of a local network; the encryption keys must be present at the next start. */
export type LocalSecrets = Readonly<Record<string, string>>;

const PRIVATE_KEY = /_PRIVATE_KEY$/;

/** A new key in the format of its variable. */
function newKey(name: string): string {
  if (name === 'SEALING_KEYS') return `local:${randomBytes(32).toString('base64')}`;
  if (name.endsWith('_SIGNING_KEY')) return randomBytes(32).toString('base64');
  if (PRIVATE_KEY.test(name)) {
    const { privateKey } = generateKeyPairSync('ed25519');
    return privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  }
  return randomBytes(32).toString('hex');
}

/** The value of PRINCIPAL_PUBLIC_KEYS: the public key of each process that has a private one. */
function publicKeys(secrets: LocalSecrets): string {
  return Object.entries(secrets)
    .filter(([name]) => PRIVATE_KEY.test(name))
    .map(([name, encoded]) => {
      const der = Buffer.from(encoded, 'base64');
      const key = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }));
      const process = name.replace(PRIVATE_KEY, '').toLowerCase().replaceAll('_', '-');
      return `${process}:${key.export({ format: 'der', type: 'spki' }).toString('base64')}`;
    })
    .join(',');
}

/** Reads the keys of a data folder and generates missing ones. */
export function localSecrets(file: string): LocalSecrets {
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as LocalSecrets) : {};
  const generated = declaredKeys().map((name) => [name, newKey(name)] as const);
  const keys: LocalSecrets = { ...Object.fromEntries(generated), ...kept };
  const secrets = { ...keys, PRINCIPAL_PUBLIC_KEYS: publicKeys(keys) };
  mkdirSync(dirname(file), { recursive: true });
  keepSecrets(file, secrets);
  return secrets;
}

/** Written atomically: without its keys a data folder is useless. */
export function keepSecrets(file: string, secrets: Readonly<Record<string, string>>): void {
  writeFileSync(`${file}.next`, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  renameSync(`${file}.next`, file);
}
