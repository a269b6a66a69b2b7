import { readFileSync } from 'node:fs';
import { pkcs11Package, type Cryptoki, type Pkcs11Package } from './cryptoki.js';
import { KeyStoreFault, type KeyStore, type WrappedKey } from './key-store.js';

export interface Pkcs11Settings {
  /** The path of the library. */
  readonly module: string;
  /** The label of the token. */
  readonly token: string;
  readonly pinFile: string;
}

/** The source of an OAEP label in the call; PKCS#11 names it CKZ_DATA_SPECIFIED. */
const NO_LABEL = 1;
/** Of any RSA key. */
const LONGEST_PLAINTEXT = 2048;

/** Reasons to which an operator knows a remedy; every other one is named by its code. */
const REASONS: Readonly<Record<string, string>> = {
  CKR_PIN_INCORRECT: 'has another PIN than the token',
  CKR_PIN_LEN_RANGE: 'has another PIN than the token',
  CKR_PIN_LOCKED: 'the token is locked after too many wrong PINs',
  CKR_USER_PIN_NOT_INITIALIZED: 'the token has no PIN of a user',
};

/**
 * Wrapping keys in a token of PKCS#11 (2.40), such as an HSM: RSA private keys that never leave it.
 * Calls block the process, which serves nothing yet.
 */
export class Pkcs11Store implements KeyStore {
  private constructor(
    private readonly pkcs11: Pkcs11Package,
    private readonly cryptoki: Cryptoki,
    private readonly session: Buffer,
    private readonly token: string,
  ) {}

  /** @throws KeyStoreFault with the variable of the library, the token or the PIN */
  static open({ module, token, pinFile }: Pkcs11Settings): Pkcs11Store {
    const pkcs11 = pkcs11Package();
    const cryptoki = new pkcs11.PKCS11();
    calling('PKCS11_MODULE', `${module} cannot be loaded`, () => cryptoki.load(module));
    try {
      calling('PKCS11_MODULE', `${module} does not start`, () => cryptoki.C_Initialize());
    } catch (error) {
      cryptoki.close();
      throw error;
    }
    try {
      const slot = slotOf(cryptoki, token);
      const session = calling('PKCS11_TOKEN', 'the token opens no session', () =>
        cryptoki.C_OpenSession(slot, pkcs11.CKF_SERIAL_SESSION),
      );
      const pin = readPin(pinFile);
      calling('PKCS11_PIN_FILE', 'the token accepts no login', () =>
        cryptoki.C_Login(session, pkcs11.CKU_USER, pin),
      );
      return new Pkcs11Store(pkcs11, cryptoki, session, token);
    } catch (error) {
      release(cryptoki);
      throw error;
    }
  }

  unwrap({ hash, name, bytes }: WrappedKey): Buffer {
    const { pkcs11, cryptoki, session, token } = this;
    const key = this.keyNamed(name);
    const [hashAlg, mgf] =
      hash === 'sha1'
        ? [pkcs11.CKM_SHA_1, pkcs11.CKG_MGF1_SHA1]
        : [pkcs11.CKM_SHA256, pkcs11.CKG_MGF1_SHA256];
    const parameter = { type: pkcs11.CK_PARAMS_RSA_OAEP, hashAlg, mgf, source: NO_LABEL };
    const mechanism = { mechanism: pkcs11.CKM_RSA_PKCS_OAEP, parameter };
    calling(undefined, `the token ${token} does not support RSA-OAEP with ${hash}`, () =>
      cryptoki.C_DecryptInit(session, mechanism, key),
    );
    return calling(undefined, `has a key that ${name} did not wrap`, () =>
      cryptoki.C_Decrypt(session, bytes, Buffer.alloc(LONGEST_PLAINTEXT)),
    );
  }

  close(): void {
    release(this.cryptoki);
  }

  private keyNamed(name: string): Buffer {
    const { pkcs11, cryptoki, session, token } = this;
    const [key, ...others] = calling('PKCS11_TOKEN', 'the token finds no keys', () => {
      cryptoki.C_FindObjectsInit(session, [
        { type: pkcs11.CKA_CLASS, value: pkcs11.CKO_PRIVATE_KEY },
        { type: pkcs11.CKA_LABEL, value: name },
      ]);
      const found = cryptoki.C_FindObjects(session, 2);
      cryptoki.C_FindObjectsFinal(session);
      return found;
    });
    if (!key) throw new KeyStoreFault(`the token ${token} has no private key ${name}`);
    if (others.length > 0) {
      throw new KeyStoreFault(`the token ${token} has several private keys ${name}`);
    }
    const attributes = calling('PKCS11_TOKEN', 'the token shows no attributes', () =>
      cryptoki.C_GetAttributeValue(session, key, [
        { type: pkcs11.CKA_KEY_TYPE },
        { type: pkcs11.CKA_DECRYPT },
      ]),
    );
    const [type, decrypts] = attributes.map(({ value }) => value[0]);
    if (type !== pkcs11.CKK_RSA || decrypts !== 1) {
      throw new KeyStoreFault(
        `the key ${name} of the token ${token} is not an RSA key for decryption`,
      );
    }
    return key;
  }
}

function slotOf(cryptoki: Cryptoki, token: string): Buffer {
  const tokens = calling('PKCS11_MODULE', 'lists no tokens', () =>
    cryptoki
      .C_GetSlotList(true)
      .map((slot) => ({ slot, label: cryptoki.C_GetTokenInfo(slot).label.trim() })),
  );
  const [found, ...others] = tokens.filter(({ label }) => label === token);
  if (found && others.length === 0) return found.slot;
  const labels = tokens.map(({ label }) => label).filter((label) => label !== '');
  const problem = found ? 'several tokens have the label' : 'no token has the label';
  const known = labels.length > 0 ? `; the tokens are ${labels.join(', ')}` : '';
  throw new KeyStoreFault(`${problem} ${token}${known}`, 'PKCS11_TOKEN');
}

function readPin(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new KeyStoreFault(`${file} cannot be read`, 'PKCS11_PIN_FILE', { cause: error });
  }
}

/** Ends the session, and the login with it. */
function release(cryptoki: Cryptoki): void {
  try {
    cryptoki.C_Finalize();
  } finally {
    cryptoki.close();
  }
}

/** @throws KeyStoreFault in the place of an error of PKCS#11 */
function calling<T>(variable: string | undefined, problem: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    const code = error instanceof Error ? error.message : String(error);
    throw new KeyStoreFault(REASONS[code] ?? `${problem} (${code})`, variable, { cause: error });
  }
}
