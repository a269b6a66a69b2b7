import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Keys of a local network; what the data was encrypted with must be there at the next start. */
export type LocalSecrets = Readonly<
  Record<'PRINCIPAL_SECRET' | 'SEALING_KEYS' | 'BLIND_INDEX_KEY' | 'MATCH_HASH_KEY', string>
>;

/** Reads the keys of a data folder, or makes them for a new one. */
export function localSecrets(file: string): LocalSecrets {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as LocalSecrets;
  const secrets: LocalSecrets = {
    PRINCIPAL_SECRET: randomBytes(32).toString('hex'),
    SEALING_KEYS: `local:${randomBytes(32).toString('base64')}`,
    BLIND_INDEX_KEY: randomBytes(32).toString('hex'),
    MATCH_HASH_KEY: randomBytes(32).toString('hex'),
  };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  return secrets;
}
