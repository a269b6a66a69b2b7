import { createPublicKey, type KeyObject } from 'node:crypto';
import { LocalIdentityProvider } from '@ndx/local-infra';
import type { JWTPayload } from 'jose';

/** Not its address: production accepts no issuer at a loopback address. */
const ISSUER = 'https://sign-in.example';

const HOUR_IN_SECONDS = 60 * 60;

/**
 * An identity provider in the test's process that can issue invalid tokens (contract 5): expired,
 * under an unknown key, or with any header, payload and signature.
 */
export class TokenIssuer {
  private constructor(
    /** Publishes the keys over HTTP: `url`, `issuer` and `clientId` configure a gateway. */
    readonly provider: LocalIdentityProvider,
  ) {}

  static async start(clientId = 'test-client'): Promise<TokenIssuer> {
    const log = (): void => undefined;
    return new TokenIssuer(await LocalIdentityProvider.start({ clientId, issuer: ISSUER, log }));
  }

  /** The tokens of a provider that the caller starts and stops. */
  static of(provider: LocalIdentityProvider): TokenIssuer {
    return new TokenIssuer(provider);
  }

  stop(): Promise<void> {
    return this.provider.stop();
  }

  valid(claims: JWTPayload): Promise<string> {
    return this.provider.mint(claims);
  }

  expired(claims: JWTPayload): Promise<string> {
    return this.provider.mint(claims, { expiresIn: -HOUR_IN_SECONDS });
  }

  /** Signed by the right key under an id that the key set does not have. */
  withUnknownKey(claims: JWTPayload, kid = 'unknown-key'): Promise<string> {
    return this.provider.mint(claims, { kid });
  }

  /** The newest key's id. */
  get kid(): string {
    return this.publishedKey().kid;
  }

  /** The newest key as the provider publishes it. */
  get publicKey(): KeyObject {
    return createPublicKey({ key: this.publishedKey().jwk, format: 'jwk' });
  }

  /** The payload of a valid token with these claims. */
  claimsOf(claims: JWTPayload): JWTPayload {
    const now = Math.floor(Date.now() / 1000);
    const { issuer: iss, clientId: aud } = this.provider;
    return { iss, aud, iat: now, exp: now + HOUR_IN_SECONDS, ...claims };
  }

  /** The given header and payload, correctly signed; a payload may be any text. */
  exact(header: object, payload: object | string, sign?: (text: string) => string): string {
    const full = { alg: 'RS256', typ: 'JWT', kid: this.kid, ...header };
    const text = `${encoded(full)}.${encoded(payload)}`;
    return `${text}.${sign ? sign(text) : this.provider.signText(text)}`;
  }

  private publishedKey() {
    const jwk = this.provider.publishedKeys().at(-1);
    if (jwk?.kid === undefined) throw new Error('The identity provider publishes no key');
    return { kid: jwk.kid, jwk };
  }
}

function encoded(part: object | string): string {
  const text = typeof part === 'string' ? part : JSON.stringify(part);
  return Buffer.from(text).toString('base64url');
}
