import type { KeyObject } from 'node:crypto';
import { canonicalJson } from '../canonical-json.js';
import { signEd25519, verifyEd25519 } from '../note/ed25519.js';
import { objectIn } from './json-object.js';

/** A key that signs manifests and indexes, with the id under which it is published. */
export interface FileKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
}

/** The type of a JWS, so that no statement of a key passes for another kind. */
type Statement = 'ndx-reliance-file' | 'ndx-index';

/** The compact form of a JWS over a payload that it does not contain (RFC 7515, appendix F). */
export function signDetached(
  typ: Statement,
  payload: Uint8Array,
  { kid, privateKey }: FileKey,
): string {
  const header = headerOf(typ, kid);
  return `${header}..${signEd25519(privateKey, signed(header, payload)).toString('base64url')}`;
}

/** The id of the key that a signature names; undefined for any other form of the header. */
export function keyIdOf(typ: Statement, jws: string): string | undefined {
  const [header = ''] = jws.split('..');
  const kid = objectIn(Buffer.from(header, 'base64url'))?.['kid'];
  // The canonical form of JSON has no unpaired surrogates.
  if (typeof kid !== 'string' || /\p{Cs}/u.test(kid)) return undefined;
  return headerOf(typ, kid) === header ? kid : undefined;
}

/** Whether it is the signature of the payload, in its only form. */
export function verifiesDetached(jws: string, payload: Uint8Array, key: KeyObject): boolean {
  const [header = '', text = ''] = jws.split('..');
  const signature = Buffer.from(text, 'base64url');
  return (
    `${header}..${signature.toString('base64url')}` === jws &&
    verifyEd25519(key, signed(header, payload), signature)
  );
}

function headerOf(typ: Statement, kid: string): string {
  return Buffer.from(canonicalJson({ alg: 'EdDSA', kid, typ })).toString('base64url');
}

function signed(header: string, payload: Uint8Array): string {
  return `${header}.${Buffer.from(payload).toString('base64url')}`;
}
