import { allOrNone, type ConfigRule } from '../config-rules.js';
import { str } from '../variable-kinds.js';

/** Where the keys are that open wrapped ones. */
export const keyStoreVariables = {
  PKCS11_MODULE: str({
    default: '',
    desc: 'Library of an HSM or KMS with the interface PKCS#11, which unwraps keys at the start of the process',
  }),
  PKCS11_TOKEN: str({ default: '', desc: 'Label of the token with the wrapping keys' }),
  PKCS11_PIN_FILE: str({ default: '', desc: 'File with the PIN of the user of the token' }),
  WRAPPING_KEYS_FOLDER: str({
    default: '',
    desc: 'Folder with the wrapping keys in files named NAME.pem, instead of PKCS11_MODULE',
  }),
} as const;

/** Constraints between them. */
export const KEY_STORE_RULES: readonly ConfigRule[] = [
  allOrNone('PKCS11_MODULE', 'PKCS11_TOKEN', 'PKCS11_PIN_FILE'),
  {
    variables: ['PKCS11_MODULE', 'WRAPPING_KEYS_FOLDER'],
    says: 'one of them has the wrapping keys, not both',
    holds: ([module, folder]) => module === '' || folder === '',
  },
];
