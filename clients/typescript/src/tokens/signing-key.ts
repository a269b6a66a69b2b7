/** A private key and its algorithm; WebCrypto holds the key. */
export interface SigningKey {
  /** The algorithm of signatures (RFC 7518, RFC 8037). */
  readonly algorithm: SigningAlgorithm;
  /** For signatures alone. */
  readonly privateKey: CryptoKey;
  /** The public key, with the members of its thumbprint (RFC 7638). */
  readonly publicJwk: Jwk;
  /** The id under which the identity provider knows the key, if it has one. */
  readonly keyId?: string | undefined;
}

/** The algorithms of FAPI 2.0. */
export type SigningAlgorithm = keyof typeof ALGORITHMS;

const P256 = { name: 'ECDSA', namedCurve: 'P-256' };

/** The names of WebCrypto for a key and for a signature, and the public members (RFC 7638). */
const ALGORITHMS = {
  ES256: { key: P256, sign: { name: 'ECDSA', hash: 'SHA-256' }, members: ['crv', 'kty', 'x', 'y'] },
  PS256: {
    key: { name: 'RSA-PSS', hash: 'SHA-256' },
    sign: { name: 'RSA-PSS', saltLength: 32 },
    members: ['e', 'kty', 'n'],
  },
  EdDSA: { key: { name: 'Ed25519' }, sign: { name: 'Ed25519' }, members: ['crv', 'kty', 'x'] },
} as const;

/** Without `alg`, `use` and `key_ops`, which may name another use of the same key. */
const PRIVATE_MEMBERS = [
  ...(['crv', 'd', 'dp', 'dq', 'e', 'kty'] as const),
  ...(['n', 'p', 'q', 'qi', 'x', 'y'] as const),
];

/** The members of a key in the form of RFC 7517 that are used here. */
export type Jwk = Readonly<Partial<Record<(typeof PRIVATE_MEMBERS)[number], string>>>;

/** A new key of P-256 that cannot be exported. */
export async function createSigningKey(): Promise<SigningKey> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(P256, false, ['sign']);
  const jwk = await crypto.subtle.exportKey('jwk', publicKey);
  return { algorithm: 'ES256', privateKey, publicJwk: publicPart(jwk, 'ES256') };
}

/**
 * A private key in the form of RFC 7517: of P-256, RSA with at least 2048 bits, or Ed25519.
 * @throws Error for another key
 */
export async function signingKeyFrom(jwk: Jwk & { readonly kid?: string }): Promise<SigningKey> {
  const algorithm = algorithmFor(jwk);
  const { key } = ALGORITHMS[algorithm];
  const members = partOf(jwk, PRIVATE_MEMBERS);
  const privateKey = await crypto.subtle.importKey('jwk', members, key, false, ['sign']);
  return { algorithm, privateKey, publicJwk: publicPart(jwk, algorithm), keyId: jwk.kid };
}

function algorithmFor({ kty, crv, n = '', d }: Jwk): SigningAlgorithm {
  if (d === undefined) throw new Error('the key is not a private key');
  if (kty === 'EC' && crv === 'P-256') return 'ES256';
  if (kty === 'OKP' && crv === 'Ed25519') return 'EdDSA';
  // Base64url has 4 characters for 3 bytes.
  if (kty === 'RSA' && n.length * 6 >= 2_048) return 'PS256';
  throw new Error('the key is not P-256, Ed25519 or RSA of at least 2048 bits');
}

function publicPart(jwk: Jwk, algorithm: SigningAlgorithm): Jwk {
  return partOf(jwk, ALGORITHMS[algorithm].members);
}

function partOf(jwk: Jwk, names: readonly (keyof Jwk)[]): Jwk {
  const given = names.filter((name) => jwk[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, jwk[name]]));
}

/** A signed JWT (RFC 7519). */
export async function signJwt(
  { algorithm, privateKey }: SigningKey,
  header: object,
  claims: object,
): Promise<string> {
  const text = `${encodedJson({ alg: algorithm, ...header })}.${encodedJson(claims)}`;
  const { sign } = ALGORITHMS[algorithm];
  const signature = await crypto.subtle.sign(sign, privateKey, new TextEncoder().encode(text));
  return `${text}.${encoded(new Uint8Array(signature))}`;
}

/** The SHA-256 hash of a text, in base64url. */
export async function hashOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return encoded(new Uint8Array(bytes));
}

function encodedJson(value: object): string {
  return encoded(new TextEncoder().encode(JSON.stringify(value)));
}

function encoded(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
