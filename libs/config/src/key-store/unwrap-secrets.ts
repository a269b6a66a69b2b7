import { isSecret } from '../is-secret.js';
import { KeyFiles } from './key-files.js';
import { KeyStoreFault, type KeyStore } from './key-store.js';
import { KEY_STORE_RULES } from './key-store-variables.js';
import { Pkcs11Store } from './pkcs11-store.js';

/** The algorithm of RFC 7518 in lower case, the name of the wrapping key, and base64. */
const WRAPPED = /\brsa-oaep(-256)?\.([\w-]{1,64})\.([\w+/-]+={0,2})/g;

interface UnwrappedSecrets {
  /** The environment, in which opened keys replace wrapped ones. */
  readonly env: NodeJS.ProcessEnv;
  /** Each names a variable. */
  readonly problems: readonly string[];
  /** The variables with keys that were not opened: at least one problem says why. */
  readonly unread: ReadonlySet<string>;
}

/**
 * Opens the wrapped keys in the secret variables of a process. Without such keys, no store is opened.
 * @param variables the declared ones
 */
export function unwrapSecrets(
  variables: readonly string[],
  env: NodeJS.ProcessEnv,
): UnwrappedSecrets {
  const wrapped = variables.filter(
    (name) => isSecret(name) && (env[name] ?? '').search(WRAPPED) !== -1,
  );
  if (wrapped.length === 0) return { env, problems: [], unread: new Set() };
  const problems: string[] = [];
  const store = attempt(problems, wrapped.join(', '), () => openKeyStore(env));
  if (!store) return { env, problems, unread: new Set(wrapped) };
  try {
    const opened: Record<string, string> = {};
    for (const name of wrapped) {
      const value = attempt(problems, name, () => withPlainKeys(env[name] ?? '', store));
      if (value !== undefined) opened[name] = value;
    }
    const unread = new Set(wrapped.filter((name) => !(name in opened)));
    return { env: { ...env, ...opened }, problems, unread };
  } finally {
    store.close();
  }
}

/** @throws KeyStoreFault when no store is configured, or it cannot be opened */
function openKeyStore(env: NodeJS.ProcessEnv): KeyStore {
  const broken = KEY_STORE_RULES.find(
    ({ variables, holds }) => !holds(variables.map((name) => env[name] ?? '')),
  );
  // The rule is also one of the process, whose message is the same.
  if (broken) throw new KeyStoreFault(broken.says, broken.variables.join(', '));
  const { PKCS11_MODULE, PKCS11_TOKEN, PKCS11_PIN_FILE, WRAPPING_KEYS_FOLDER } = env;
  if (PKCS11_MODULE && PKCS11_TOKEN && PKCS11_PIN_FILE) {
    const settings = { module: PKCS11_MODULE, token: PKCS11_TOKEN, pinFile: PKCS11_PIN_FILE };
    return Pkcs11Store.open(settings);
  }
  if (WRAPPING_KEYS_FOLDER) return new KeyFiles(WRAPPING_KEYS_FOLDER);
  throw new KeyStoreFault('has a wrapped key; set PKCS11_MODULE or WRAPPING_KEYS_FOLDER');
}

function withPlainKeys(value: string, store: KeyStore): string {
  return value.replaceAll(WRAPPED, (_all, sha256: string | undefined, name: string, key: string) =>
    store
      .unwrap({ hash: sha256 === undefined ? 'sha1' : 'sha256', name, bytes: bytesOf(key) })
      .toString('utf8')
      // Programs end their output with it, and it would be a part of some keys.
      .replace(/\r?\n$/, ''),
  );
}

/** Base64 in either alphabet. */
function bytesOf(text: string): Buffer {
  return Buffer.from(text, 'base64');
}

/** The result, or undefined after a fault, which becomes a problem. */
function attempt<T>(problems: string[], name: string, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof KeyStoreFault)) throw error;
    problems.push(`${error.variable ?? name}: ${error.message}`);
    return undefined;
  }
}
