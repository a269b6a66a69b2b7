import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { LocalInfraError } from '@ndx/local-infra';
import { keepSecrets } from './local-secrets.js';

type Secrets = Readonly<Record<string, string>>;

/**
 * Adds a new sealing key in first place; it encrypts new values after the next start.
 * @throws LocalInfraError when the id is taken
 */
export function addSealingKey(file: string, id: string): void {
  changeKeys(file, (keys) => {
    if (keys.some((key) => idOf(key) === id)) {
      throw new LocalInfraError(`There is a key ${id} already.`);
    }
    return [`${id}:${randomBytes(32).toString('base64')}`, ...keys];
  });
}

/**
 * Removes a sealing key from a data folder. A service that still needs it does not start.
 * @throws LocalInfraError when the id is unknown, or of the active key
 */
export function dropSealingKey(file: string, id: string): void {
  changeKeys(file, (keys) => {
    const place = keys.findIndex((key) => idOf(key) === id);
    if (place === -1) throw new LocalInfraError(`There is no key ${id}.`);
    if (place === 0) throw new LocalInfraError(`The key ${id} is the active key.`);
    return keys.filter((key) => idOf(key) !== id);
  });
}

function idOf(key: string): string {
  return key.slice(0, key.indexOf(':'));
}

function changeKeys(file: string, change: (keys: readonly string[]) => readonly string[]): void {
  const secrets = JSON.parse(readFileSync(file, 'utf8')) as Secrets;
  const keys = change((secrets['SEALING_KEYS'] ?? '').split(','));
  keepSecrets(file, { ...secrets, SEALING_KEYS: keys.join(',') });
}
