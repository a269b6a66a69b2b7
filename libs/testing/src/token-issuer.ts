import { LocalIdentityProvider } from '@ndx/local-infra';
import { exportSPKI, importJWK, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';

const HOUR_IN_SECONDS = 60 * 60;

/**
 * An identity provider in the test's own process, with the tokens that it would never give: each
 * row of the contract's table of refusals (section 5) has a method.
 */
export class TokenIssuer {
  private constructor(
    /** Publishes the keys over HTTP: `url`, `issuer` and `clientId` are what a gateway is told. */
    readonly provider: LocalIdentityProvider,
  ) {}

  static async start(clientId = 'test-client'): Promise<TokenIssuer> {
    const log = (): void => undefined;
    return new TokenIssuer(await LocalIdentityProvider.start({ clientId, log }));
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

  notYetValid(claims: JWTPayload): Promise<string> {
    return this.provider.mint(claims, {
      notBefore: HOUR_IN_SECONDS,
      expiresIn: 2 * HOUR_IN_SECONDS,
    });
  }

  /** As minted for another environment's client. */
  forAnotherAudience(claims: JWTPayload): Promise<string> {
    return this.provider.mint(claims, { audience: 'another-client' });
  }

  byAnotherIssuer(claims: JWTPayload): Promise<string> {
    return this.provider.mint(claims, { issuer: 'https://another-issuer.example' });
  }

  /** Signed by the right key under a name that the key set does not have. */
  withUnknownKey(claims: JWTPayload, kid = 'unknown-key'): Promise<string> {
    return this.provider.mint(claims, { kid });
  }

  /** Signed by another party that uses the name of a published key. */
  async byAnotherParty(claims: JWTPayload): Promise<string> {
    const { issuer, clientId } = this.provider;
    const log = (): void => undefined;
    const forger = await LocalIdentityProvider.start({ clientId, issuer, log });
    try {
      return await forger.mint(claims, { kid: this.publishedKey().kid });
    } finally {
      await forger.stop();
    }
  }

  /** Claims to need no signature. */
  unsigned(claims: JWTPayload): string {
    return new UnsecuredJWT(claims)
      .setIssuer(this.provider.issuer)
      .setAudience(this.provider.clientId)
      .setExpirationTime(`${HOUR_IN_SECONDS}s`)
      .encode();
  }

  /** Signed with HS256, the public key in the place of a shared secret. */
  async signedWithPublicKey(claims: JWTPayload): Promise<string> {
    const { kid, jwk } = this.publishedKey();
    const publicKey = await importJWK(jwk, 'RS256', { extractable: true });
    if (publicKey instanceof Uint8Array) throw new Error('An RSA key was expected');
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid })
      .setIssuer(this.provider.issuer)
      .setAudience(this.provider.clientId)
      .setExpirationTime(`${HOUR_IN_SECONDS}s`)
      .sign(new TextEncoder().encode(await exportSPKI(publicKey)));
  }

  private publishedKey() {
    const jwk = this.provider.publishedKeys().at(-1);
    if (jwk?.kid === undefined) throw new Error('The identity provider publishes no key');
    return { kid: jwk.kid, jwk };
  }
}
