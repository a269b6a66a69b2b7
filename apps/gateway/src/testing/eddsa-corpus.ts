import { createHmac, generateKeyPairSync, sign as signWith, type KeyObject } from 'node:crypto';
import type { JWTPayload } from 'jose';
import type { RefusalReason } from '../authentication/refusal.js';

const known = generateKeyPairSync('ed25519');
const attacker = generateKeyPairSync('ed25519');
const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const ed448 = generateKeyPairSync('ed448');

const jwkOf = (kid: string, { publicKey }: { readonly publicKey: KeyObject }, alg: string) => ({
  ...publicKey.export({ format: 'jwk' }),
  ...{ kid, use: 'sig', alg },
});

/** The published keys of a provider that signs with Ed25519. */
export const EDDSA_KEYS = {
  keys: [
    jwkOf('ed25519', known, 'EdDSA'),
    jwkOf('rsa', rsa, 'RS256'),
    jwkOf('ed448', ed448, 'EdDSA'),
  ],
};

type Sign = (text: string) => string;

export const eddsa =
  ({ privateKey }: { readonly privateKey: KeyObject } = known): Sign =>
  (text) =>
    signWith(undefined, Buffer.from(text), privateKey).toString('base64url');

const rs256: Sign = (text) =>
  signWith('sha256', Buffer.from(text), rsa.privateKey).toString('base64url');

const hs256: Sign = (text) => {
  const { x = '' } = known.publicKey.export({ format: 'jwk' });
  return createHmac('sha256', Buffer.from(x, 'base64url')).update(text).digest('base64url');
};

/** The order of the group of Ed25519 (RFC 8032, 5.1). */
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const SIGNATURE_PART_BYTES = 32;

/** The same signature with S + L in place of S, which a lax verifier accepts too (RFC 8032, 8.4). */
const malleable: Sign = (text) => {
  const bytes = Buffer.from(eddsa()(text), 'base64url');
  const scalar = bytes.subarray(SIGNATURE_PART_BYTES).toReversed();
  const larger = (BigInt(`0x${Buffer.from(scalar).toString('hex')}`) + ORDER).toString(16);
  const second = Buffer.from(larger.padStart(2 * SIGNATURE_PART_BYTES, '0'), 'hex').toReversed();
  return Buffer.concat([bytes.subarray(0, SIGNATURE_PART_BYTES), second]).toString('base64url');
};

export interface EdDsaRow {
  readonly header?: object;
  readonly claims?: JWTPayload;
  readonly sign?: Sign;
  /** Changes the token after it was signed. */
  readonly change?: (token: string) => string;
}

const HOUR = 3_600;
const now = () => Math.floor(Date.now() / 1_000);

/** Forged, confused and expired tokens that claim to be signed with EdDSA, or with its key. */
export const EDDSA_CORPUS: readonly (readonly [RefusalReason, string, () => EdDsaRow])[] = [
  ['signature', "an attacker's key under a published name", () => ({ sign: eddsa(attacker) })],
  [
    'signature',
    "an attacker's key that the token brings along",
    () => ({
      header: { jwk: attacker.publicKey.export({ format: 'jwk' }) },
      sign: eddsa(attacker),
    }),
  ],
  ['signature', 'no signature', () => ({ sign: () => '' })],
  [
    'signature',
    'a signature of zeros',
    () => ({ sign: () => Buffer.alloc(64).toString('base64url') }),
  ],
  ['signature', 'a part of the signature', () => ({ sign: (text) => eddsa()(text).slice(0, 40) })],
  ['signature', 'a longer signature', () => ({ sign: (text) => `${eddsa()(text)}AAAA` })],
  ['signature', 'a signature with a larger scalar', () => ({ sign: malleable })],
  ['signature', 'the signature of another text', () => ({ sign: () => eddsa()('another text') })],
  ['signature', 'a signature by RS256', () => ({ sign: rs256 })],
  [
    'signature',
    'claims that were changed after the signature',
    () => ({
      change: (token) => {
        const [header, payload = '', signature] = token.split('.');
        const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
        const text = JSON.stringify({ ...claims, sub: 'another' });
        return [header, Buffer.from(text).toString('base64url'), signature].join('.');
      },
    }),
  ],
  ['algorithm', 'the key of RSA', () => ({ header: { kid: 'rsa' } })],
  ['algorithm', 'RS256 with the key of Ed25519', () => ({ header: { alg: 'RS256' }, sign: rs256 })],
  ['algorithm', 'ES256 with the key of Ed25519', () => ({ header: { alg: 'ES256' } })],
  ['algorithm', 'HS256 by the public key', () => ({ header: { alg: 'HS256' }, sign: hs256 })],
  ['algorithm', 'none', () => ({ header: { alg: 'none' }, sign: () => '' })],
  ['algorithm', 'the name in lower case', () => ({ header: { alg: 'eddsa' } })],
  ['algorithm', 'the name of the curve', () => ({ header: { alg: 'Ed25519' } })],
  ['algorithm', 'a list of names', () => ({ header: { alg: ['EdDSA'] } })],
  ['unknown_key', 'the key of Ed448', () => ({ header: { kid: 'ed448' }, sign: eddsa(ed448) })],
  ['unknown_key', 'a key that is not published', () => ({ header: { kid: 'another' } })],
  ['header', 'no key id', () => ({ header: { kid: undefined } })],
  ['header', 'a critical extension', () => ({ header: { crit: ['exp'] } })],
  ['header', 'an unencoded payload', () => ({ header: { b64: false, crit: ['b64'] } })],
  ['header', 'the type of a proof', () => ({ header: { typ: 'dpop+jwt' } })],
  ['malformed', 'a fourth part', () => ({ change: (token) => `${token}.AAAA` })],
  ['expired', 'an expiry in the past', () => ({ claims: { exp: now() - 10 } })],
  ['lifetime', 'no expiry', () => ({ claims: { exp: undefined } })],
  ['lifetime', 'an expiry in ten years', () => ({ claims: { exp: now() + 87_600 * HOUR } })],
  ['not_yet_valid', 'a validity in the future', () => ({ claims: { nbf: now() + HOUR } })],
  ['not_yet_valid', 'an issue in the future', () => ({ claims: { iat: now() + HOUR } })],
  ['issuer', 'another issuer', () => ({ claims: { iss: 'https://attacker.example' } })],
  ['issuer', 'no issuer', () => ({ claims: { iss: undefined } })],
  ['audience', 'another audience', () => ({ claims: { aud: 'another-environment' } })],
  ['audience', 'no audience', () => ({ claims: { aud: undefined } })],
  ['client', 'a client that is not accepted', () => ({ claims: { azp: 'another-client' } })],
  ['unknown_account', 'no account', () => ({ claims: { org_id: 'another' } })],
];
