import { createRequire } from 'node:module';
import { KeyStoreFault } from './key-store.js';

/** The class, the value and the attribute of PKCS#11 for a search or a read. */
interface Attribute {
  readonly type: number;
  readonly value?: string | number | boolean | Buffer;
}

/** The functions of PKCS#11 that unwrapping needs, as pkcs11js has them. */
export interface Cryptoki {
  load(path: string): void;
  close(): void;
  C_Initialize(): void;
  C_Finalize(): void;
  C_GetSlotList(withToken: boolean): readonly Buffer[];
  C_GetTokenInfo(slot: Buffer): { readonly label: string };
  C_OpenSession(slot: Buffer, flags: number): Buffer;
  C_Login(session: Buffer, user: number, pin: string): void;
  C_FindObjectsInit(session: Buffer, template: readonly Attribute[]): void;
  C_FindObjects(session: Buffer, limit: number): readonly Buffer[];
  C_FindObjectsFinal(session: Buffer): void;
  C_GetAttributeValue(
    session: Buffer,
    key: Buffer,
    wanted: readonly Attribute[],
  ): readonly { readonly value: Buffer }[];
  C_DecryptInit(session: Buffer, mechanism: object, key: Buffer): void;
  C_Decrypt(session: Buffer, bytes: Buffer, into: Buffer): Buffer;
}

/** Constants of PKCS#11 by their names there. */
export interface Pkcs11Package {
  readonly PKCS11: new () => Cryptoki;
  readonly CKF_SERIAL_SESSION: number;
  readonly CKU_USER: number;
  readonly CKA_CLASS: number;
  readonly CKA_LABEL: number;
  readonly CKA_KEY_TYPE: number;
  readonly CKA_DECRYPT: number;
  readonly CKO_PRIVATE_KEY: number;
  readonly CKK_RSA: number;
  readonly CKM_RSA_PKCS_OAEP: number;
  readonly CKM_SHA_1: number;
  readonly CKM_SHA256: number;
  readonly CKG_MGF1_SHA1: number;
  readonly CKG_MGF1_SHA256: number;
  readonly CK_PARAMS_RSA_OAEP: number;
}

/**
 * The package that loads PKCS#11 libraries. It is compiled when it is installed, and optional.
 * @throws KeyStoreFault when it is not installed
 */
export function pkcs11Package(): Pkcs11Package {
  try {
    return createRequire(import.meta.url)('pkcs11js') as Pkcs11Package;
  } catch (error) {
    const message =
      'needs the package pkcs11js, which this installation lacks (build the image with PKCS11=true)';
    throw new KeyStoreFault(message, 'PKCS11_MODULE', { cause: error });
  }
}
