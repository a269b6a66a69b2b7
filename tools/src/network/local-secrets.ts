import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Keys of a local network; what the data was encrypted with must be there at the next start. */
export type LocalSecrets = Readonly<
  Record<
    'PRINCIPAL_SECRET' | 'SEALING_KEYS' | 'BLIND_INDEX_KEY' | 'MATCH_HASH_KEY' | 'AUDIT_KEY',
    string
  >
>;

/** Reads the keys of a data folder, and makes those that it does not have yet. */
export function localSecrets(file: string): LocalSecrets {
  const kept = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<LocalSecrets>)
    : {};
  const secrets: LocalSecrets = {
    PRINCIPAL_SECRET: randomBytes(32).toString('hex'),
    SEALING_KEYS: `local:${randomBytes(32).toString('base64')}`,
    BLIND_INDEX_KEY: randomBytes(32).toString('hex'),
    MATCH_HASH_KEY: randomBytes(32).toString('hex'),
    AUDIT_KEY: randomBytes(32).toString('hex'),
    ...kept,
  };
  mkdirSync(dirname(file), { recursive: true });
  keepSecrets(file, secrets);
  return secrets;
}

/** Written whole or not at all: without its keys a data folder is worth nothing. */
export function keepSecrets(file: string, secrets: Readonly<Record<string, string>>): void {
  writeFileSync(`${file}.next`, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  renameSync(`${file}.next`, file);
}
