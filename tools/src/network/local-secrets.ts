import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { declaredKeys } from './declared-services.js';

/** Keys of a local network; what the data was encrypted with must be there at the next start. */
export type LocalSecrets = Readonly<Record<string, string>>;

/** Keys that are more than random text. */
const FORMS: Readonly<Record<string, () => string>> = {
  SEALING_KEYS: () => `local:${randomBytes(32).toString('base64')}`,
};

/** Reads the keys of a data folder and generates missing ones. */
export function localSecrets(file: string): LocalSecrets {
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as LocalSecrets) : {};
  const generated = declaredKeys().map((name) => {
    const form = FORMS[name] ?? (() => randomBytes(32).toString('hex'));
    return [name, form()] as const;
  });
  const secrets: LocalSecrets = { ...Object.fromEntries(generated), ...kept };
  mkdirSync(dirname(file), { recursive: true });
  keepSecrets(file, secrets);
  return secrets;
}

/** Written whole or not at all: without its keys a data folder is worth nothing. */
export function keepSecrets(file: string, secrets: Readonly<Record<string, string>>): void {
  writeFileSync(`${file}.next`, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  renameSync(`${file}.next`, file);
}
