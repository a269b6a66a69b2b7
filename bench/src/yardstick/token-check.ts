import { createPublicKey, hash, verify, type KeyObject, type webcrypto } from 'node:crypto';

/** The required issuer and audience of tokens. */
export interface ExpectedTokens {
  readonly issuer: string;
  readonly audience: string;
}

interface Claims {
  readonly sub: string;
  readonly org_id: string;
  readonly iss: string;
  readonly aud: string;
  readonly exp: number;
}

/** Verifies RS256 tokens; fetches the keys once and caches verified tokens by hash until they expire. */
export class TokenCheck {
  private readonly known = new Map<string, Claims>();

  private constructor(
    private readonly keys: ReadonlyMap<string, KeyObject>,
    private readonly expected: ExpectedTokens,
  ) {}

  static async fetchKeys(jwksUrl: string, expected: ExpectedTokens): Promise<TokenCheck> {
    const response = await fetch(jwksUrl);
    const { keys } = (await response.json()) as {
      keys: (webcrypto.JsonWebKey & { kid: string })[];
    };
    const byName = new Map(
      keys.map((key) => [key.kid, createPublicKey({ key, format: 'jwk' })] as const),
    );
    return new TokenCheck(byName, expected);
  }

  /** The claims of the token in an `Authorization` header; undefined when the token is invalid. */
  claimsOf(authorization: string | undefined): Claims | undefined {
    if (!authorization?.startsWith('Bearer ')) return undefined;
    const token = authorization.slice('Bearer '.length);
    const name = hash('sha256', token, 'base64');
    const claims = this.known.get(name) ?? this.check(token);
    if (claims === undefined || claims.exp * 1_000 <= Date.now()) {
      this.known.delete(name);
      return undefined;
    }
    this.known.set(name, claims);
    return claims;
  }

  private check(token: string): Claims | undefined {
    const [head = '', body = '', signature = ''] = token.split('.');
    const { alg, kid } = decoded(head) as { alg: string; kid: string };
    const key = this.keys.get(kid);
    if (alg !== 'RS256' || key === undefined) return undefined;
    const signed = Buffer.from(`${head}.${body}`);
    if (!verify('RSA-SHA256', signed, key, Buffer.from(signature, 'base64url'))) return undefined;
    const claims = decoded(body) as Claims;
    const { issuer, audience } = this.expected;
    return claims.iss === issuer && claims.aud === audience ? claims : undefined;
  }
}

function decoded(part: string): unknown {
  return JSON.parse(Buffer.from(part, 'base64url').toString());
}
