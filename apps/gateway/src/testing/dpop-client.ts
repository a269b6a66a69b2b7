import {
  constants,
  generateKeyPairSync,
  hash,
  randomUUID,
  sign as signBytes,
  type KeyObject,
} from 'node:crypto';
import type { JWK } from 'jose';

/** The origin of gateways whose tests send proofs. */
export const PUBLIC_ORIGIN = 'https://exchange.example';

type KeyPair = Readonly<Record<'privateKey' | 'publicKey', KeyObject>>;
type Sign = (text: string) => string;

/** What a proof has instead of the right members; an undefined member is omitted. */
export interface ProofChanges {
  readonly header?: Readonly<Record<string, unknown>>;
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Replaces the whole payload. */
  readonly payload?: string;
  readonly sign?: Sign;
}

/** A client with a key for proofs, which can make any proof (RFC 9449, 4.2). */
export class DpopClient {
  private constructor(
    readonly privateKey: KeyObject,
    /** The public key. */
    readonly jwk: JWK,
    private readonly alg: string,
  ) {}

  static create(alg: 'ES256' | 'PS256' | 'EdDSA' = 'ES256'): DpopClient {
    return DpopClient.of(alg, keyPairFor(alg));
  }

  /** A client with a key of RSA that is too short. */
  static withShortKey(): DpopClient {
    return DpopClient.of('PS256', generateKeyPairSync('rsa', { modulusLength: 1_024 }));
  }

  private static of(alg: string, { privateKey, publicKey }: KeyPair): DpopClient {
    return new DpopClient(privateKey, publicKey.export({ format: 'jwk' }), alg);
  }

  /** The RFC 7638 thumbprint. */
  get thumbprint(): string {
    const { crv, e, kty, n, x, y } = this.jwk;
    return hash('sha256', JSON.stringify({ crv, e, kty, n, x, y }), 'base64url');
  }

  /** The right proof for a GET of a path with a token, with some changes. */
  proof(path: string, token: string, { header, claims, payload, sign }: ProofChanges = {}): string {
    const full = { typ: 'dpop+jwt', alg: this.alg, jwk: this.jwk, ...header };
    const all = {
      jti: randomUUID(),
      htm: 'GET',
      htu: PUBLIC_ORIGIN + path,
      iat: Math.floor(Date.now() / 1_000),
      ath: hash('sha256', token, 'base64url'),
      ...claims,
    };
    const text = `${encoded(JSON.stringify(full))}.${encoded(payload ?? JSON.stringify(all))}`;
    return `${text}.${(sign ?? this.sign)(text)}`;
  }

  readonly sign: Sign = (text) => {
    const options = {
      ...(this.alg === 'ES256' && { dsaEncoding: 'ieee-p1363' as const }),
      ...(this.alg === 'PS256' && { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }),
    };
    const digest = this.alg === 'EdDSA' ? undefined : 'sha256';
    return signBytes(digest, Buffer.from(text), { key: this.privateKey, ...options }).toString(
      'base64url',
    );
  };
}

function keyPairFor(alg: 'ES256' | 'PS256' | 'EdDSA') {
  if (alg === 'ES256') return generateKeyPairSync('ec', { namedCurve: 'P-256' });
  if (alg === 'EdDSA') return generateKeyPairSync('ed25519');
  return generateKeyPairSync('rsa', { modulusLength: 2_048 });
}

function encoded(text: string): string {
  return Buffer.from(text).toString('base64url');
}
