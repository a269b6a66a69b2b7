import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { LocalInfraError } from '../local-infra-error.js';

export const SIGNING_ALGORITHM = 'RS256';

/** A private RSA key with its id. */
export type SigningKey = JWK & { readonly kid: string };

/**
 * The keys of the identity provider, oldest first; the newest signs. Stored in a file if one is
 * given.
 */
export class SigningKeys {
  private constructor(
    private readonly file: string | undefined,
    private readonly keys: SigningKey[],
  ) {}

  static async open(file: string | undefined): Promise<SigningKeys> {
    const signingKeys = new SigningKeys(file, file === undefined ? [] : read(file));
    if (signingKeys.keys.length === 0) await signingKeys.add();
    return signingKeys;
  }

  get newest(): SigningKey {
    const key = this.keys.at(-1);
    if (key === undefined) throw new Error('The identity provider has no signing key');
    return key;
  }

  newestFirst(): readonly SigningKey[] {
    return this.keys.toReversed();
  }

  /** Creates a new signing key; the older ones stay published. */
  async add(): Promise<SigningKey> {
    const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
    const key = { ...(await exportJWK(privateKey)), kid: `key-${Date.now()}-${this.keys.length}` };
    this.keys.push(key);
    this.save();
    return key;
  }

  /** The public keys as a JWKS. */
  published(): readonly JWK[] {
    return this.keys.map(({ kty, n, e, kid }) => ({
      ...{ kty, kid, alg: SIGNING_ALGORITHM, use: 'sig' },
      ...(n !== undefined && { n }),
      ...(e !== undefined && { e }),
    }));
  }

  private save(): void {
    if (this.file === undefined) return;
    mkdirSync(dirname(this.file), { recursive: true });
    writeFileSync(this.file, JSON.stringify(this.keys, null, 2), { mode: 0o600 });
  }
}

function read(file: string): SigningKey[] {
  if (!existsSync(file)) return [];
  const keys: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (Array.isArray(keys) && keys.every(isSigningKey)) return keys;
  throw new LocalInfraError(
    `${file} has no signing keys. Delete the file: new keys are generated, and existing tokens become invalid.`,
  );
}

function isSigningKey(key: unknown): key is SigningKey {
  return (
    typeof key === 'object' &&
    key !== null &&
    ['kty', 'kid', 'n', 'e', 'd'].every((member) => typeof Reflect.get(key, member) === 'string')
  );
}
