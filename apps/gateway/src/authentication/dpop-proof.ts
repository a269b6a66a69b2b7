import { hash } from 'node:crypto';
import {
  calculateJwkThumbprint,
  decodeProtectedHeader,
  EmbeddedJWK,
  jwtVerify,
  type JWTPayload,
} from 'jose';
import { Refusal } from './refusal.js';
import { isRecord } from './token-claims.js';

/** The algorithms of FAPI 2.0 (docs/guarantees.md): asymmetric ones, without RSA PKCS 1. */
export const PROOF_ALGORITHMS = ['ES256', 'PS256', 'EdDSA'] as const;

/** Seconds for which a proof is accepted after its issue time. */
export const PROOF_LIFETIME_SECONDS = 60;
/** Tolerance for a client's clock that is ahead of ours (FAPI 2.0: at least 10). */
export const PROOF_SKEW_SECONDS = 10;

/** In characters: a proof with an RSA key of 4096 bits has about 2,000. */
const LONGEST_PROOF = 8_192;
/** In characters; a UUID has 36. */
const LONGEST_ID = 256;
/** Members of private and symmetric keys (RFC 7518, 6). */
const SECRET_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv'];

/** The request for which a proof must have been made. */
export interface ProvenRequest {
  /** The method, as received. */
  readonly method: string;
  /** The path, as received, with or without a query. */
  readonly target: string;
  readonly token: string;
  /** The thumbprint of the key in the token. */
  readonly jkt: string;
}

/** A proof whose use is not recorded yet. */
export interface Proof {
  readonly jti: string;
  readonly jkt: string;
}

/**
 * Verifies a DPoP proof (RFC 9449, 4.3, checks 2 to 12, without the replay of `jti`; this
 * gateway provides no nonces).
 * @param origins the origins of this gateway, as clients address it
 * @throws Refusal with the first reason
 */
export async function verifyProof(
  proof: string,
  { method, target, token, jkt }: ProvenRequest,
  origins: readonly string[],
): Promise<Proof> {
  if (proof.length > LONGEST_PROOF) throw new Refusal('proof_invalid');
  // Before the signature, which costs more.
  if ((await thumbprintIn(proof)) !== jkt) throw new Refusal('proof_key');
  const { htm, htu, ath, iat, jti } = await signedClaimsOf(proof);
  if (typeof jti !== 'string' || jti === '' || jti.length > LONGEST_ID) {
    throw new Refusal('proof_invalid');
  }
  if (htm !== method || !origins.some((origin) => isSame(htu, origin, target))) {
    throw new Refusal('proof_target');
  }
  if (typeof iat !== 'number' || !isCurrent(iat)) throw new Refusal('proof_time');
  if (ath !== hash('sha256', token, 'base64url')) throw new Refusal('proof_token');
  return { jti, jkt };
}

/** The thumbprint of the public key that a proof contains (RFC 7638). */
async function thumbprintIn(proof: string): Promise<string> {
  return rejecting(async () => {
    const { jwk } = decodeProtectedHeader(proof);
    if (!isRecord(jwk) || SECRET_MEMBERS.some((name) => name in jwk)) {
      throw new Refusal('proof_invalid');
    }
    return calculateJwkThumbprint(jwk, 'sha256');
  });
}

async function signedClaimsOf(proof: string): Promise<JWTPayload> {
  return rejecting(async () => {
    const algorithms = [...PROOF_ALGORITHMS];
    // It has its own times; a client that states a validity means it.
    const { payload } = await jwtVerify(proof, EmbeddedJWK, { algorithms, typ: 'dpop+jwt' });
    return payload;
  });
}

/**
 * The library reads the proof alone, so that each of its errors is about the proof.
 * @throws Refusal `proof_invalid`
 */
async function rejecting<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('proof_invalid', { cause: error });
  }
}

function isCurrent(iat: number): boolean {
  const age = Date.now() / 1_000 - iat;
  return age <= PROOF_LIFETIME_SECONDS && age >= -PROOF_SKEW_SECONDS;
}

/** Whether `htu` is the address of the request, without query and fragment (RFC 9449, 4.3). */
function isSame(htu: unknown, origin: string, target: string): boolean {
  if (typeof htu !== 'string' || !URL.canParse(htu)) return false;
  const stated = new URL(htu);
  if (stated.username !== '' || stated.password !== '' || stated.origin !== origin) return false;
  const [path = ''] = target.split(/[?#]/, 1);
  return URL.canParse(origin + path) && pathOf(stated) === pathOf(new URL(origin + path));
}

/** After syntax-based normalization (RFC 3986, 6.2.2): `%7e` is `~`, and `%2f` is `%2F`. */
function pathOf({ pathname }: URL): string {
  return pathname.replace(/%[0-9a-f]{2}/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escaped.toUpperCase();
  });
}
