import { generateKeyPairSync } from 'node:crypto';
import { SERVICE_NAMES, serviceVariable, type ServiceName } from '@ndx/contracts';
import { principalKeys } from '../principal/principal-keys.js';
import { PrincipalSigner, PrincipalVerifier } from '../principal/signed-principal.js';

const PAIRS = new Map(SERVICE_NAMES.map((name) => [name, generateKeyPairSync('ed25519')]));

function pairOf(name: ServiceName) {
  const pair = PAIRS.get(name);
  if (pair === undefined) throw new Error(`no key pair of ${name}`);
  return pair;
}

const PUBLIC_KEYS = SERVICE_NAMES.map((name) => {
  const der = pairOf(name).publicKey.export({ format: 'der', type: 'spki' });
  return `${name}:${der.toString('base64')}`;
}).join(',');

/** The variables by which every process of a suite signs and verifies callers. */
export const PRINCIPAL_VARIABLES: Readonly<Record<string, string>> = {
  PRINCIPAL_PUBLIC_KEYS: PUBLIC_KEYS,
  ...Object.fromEntries(
    SERVICE_NAMES.map((name) => [
      serviceVariable(name, 'PRIVATE_KEY'),
      pairOf(name).privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    ]),
  ),
};

/** Signs as a process of the suite does. */
export function testSigner(name: ServiceName): PrincipalSigner {
  return new PrincipalSigner(name, pairOf(name).privateKey);
}

/** Verifies what processes of the suite signed. */
export function testVerifier(): PrincipalVerifier {
  return new PrincipalVerifier(principalKeys({ desc: '' })._parse(PUBLIC_KEYS));
}
