import { Strategy, type VerifiedCallback } from 'passport-jwt';
import { verifyEdDsa } from './eddsa.js';
import type { KeySet } from './key-set.js';
import { Refusal, type RefusalReason } from './refusal.js';
import type { ClientPurpose } from './accepted-clients.js';
import { parseClaims, purposesOf, type ClaimRules, type Claims } from './token-claims.js';
import { claimsIn, headerIn, signatureHeaderOf, SIGNING_ALGORITHMS } from './token-header.js';

/** The required issuer and audience of a token. */
export interface ExpectedToken extends ClaimRules {
  readonly issuer: string;
}

export interface PublishedKey {
  readonly kid: string;
  /** PEM. */
  readonly key: string;
}

/** The request for passport's strategy: a token, and the key once it is found. */
export interface TokenRequest {
  readonly token: string;
  signedBy?: PublishedKey;
}

/** The user that the strategy returns. */
export interface SignedClaims {
  readonly claims: Claims;
  /** The purposes of the clients to which the token was issued. */
  readonly purposes: readonly ClientPurpose[];
  readonly signedBy: PublishedKey;
}

/** The algorithms that the library behind passport-jwt verifies. */
const OF_LIBRARY = SIGNING_ALGORITHMS.filter((alg) => alg !== 'EdDSA');

/** `parseClaims` checks `nbf`, with a tolerance that the expiry does not have. */
const LATER = { jsonWebTokenOptions: { ignoreNotBefore: true } };

/**
 * Verifies a token in the contract's order: key and signature, then the standard claims (contract
 * 5.3). Fails with a Refusal when the key is not published or cannot be read. The library behind
 * passport-jwt does not know EdDSA, so that such tokens take the same steps here.
 */
export class TokenStrategy extends Strategy {
  constructor(
    private readonly keys: KeySet,
    private readonly expected: ExpectedToken,
  ) {
    const { issuer, audience } = expected;
    super(
      {
        jwtFromRequest: ({ token }: TokenRequest) => token,
        secretOrKeyProvider: (request: TokenRequest, token: string, done) => {
          publishedKeyOf(token, keys).then((signedBy) => {
            request.signedBy = signedBy;
            done(null, signedBy.key);
          }, done);
        },
        // The key of the token has allowed ones alone.
        algorithms: OF_LIBRARY,
        passReqToCallback: true,
        ...{ issuer, audience, ...LATER },
      },
      ({ signedBy }: Required<TokenRequest>, payload: unknown, done: VerifiedCallback) => {
        done(null, signedClaims(payload, signedBy, expected));
      },
    );
  }

  /** The types of passport support only Express. */
  override authenticate(request: unknown, options?: unknown): void {
    const { token } = request as TokenRequest;
    if (headerIn(token)?.['alg'] !== 'EdDSA') {
      super.authenticate(request as Parameters<Strategy['authenticate']>[0], options);
      return;
    }
    this.verify(token).then(
      (signed) => this.success(signed),
      (error: unknown) => this.fail(error, 401),
    );
  }

  private async verify(token: string): Promise<SignedClaims> {
    const signedBy = await publishedKeyOf(token, this.keys);
    const payload = await verifyEdDsa(token, signedBy.key, this.expected);
    return signedClaims(payload, signedBy, this.expected);
  }
}

function signedClaims(
  payload: unknown,
  signedBy: PublishedKey,
  expected: ExpectedToken,
): SignedClaims {
  const claims = parseClaims(payload, expected);
  return { claims, purposes: purposesOf(claims, expected), signedBy };
}

/**
 * The key with the token's key id.
 * @throws Refusal `unknown_key` when it is not published, `algorithm` when the operator or the key
 *   does not allow the algorithm of the token, or as `signatureHeaderOf`
 */
async function publishedKeyOf(token: string, keys: KeySet): Promise<PublishedKey> {
  const { kid, alg } = signatureHeaderOf(token);
  if (!keys.algorithms.includes(alg)) throw new Refusal('algorithm');
  const key = await keys.find(kid);
  if (key === undefined) throw new Refusal('unknown_key');
  if (!key.algorithms.includes(alg)) throw new Refusal('algorithm');
  return { kid, key: key.pem };
}

/** The reasons in the library's messages; all others are about the signature. */
const MESSAGES: readonly (readonly [pattern: RegExp, reason: RefusalReason])[] = [
  [/^(jwt malformed|invalid token)$/, 'malformed'],
  [/^jwt expired$/, 'expired'],
  [/^invalid exp value$/, 'lifetime'],
  [/^jwt audience invalid/, 'audience'],
  [/^jwt issuer invalid/, 'issuer'],
];

/** Claims that the log shows; the library has verified the signature before it rejects them. */
const SHOWN: Readonly<Partial<Record<RefusalReason, string>>> = { audience: 'aud', issuer: 'iss' };

/** The refusal for a failure of the strategy, with its precise reason. */
export function refusalOf(failure: unknown, token: string): Refusal {
  if (failure instanceof Refusal) return failure;
  const message = failure instanceof Error ? failure.message : '';
  const [, reason] = MESSAGES.find(([pattern]) => pattern.test(message)) ?? ['', 'signature'];
  const claim = SHOWN[reason];
  const found = claim === undefined ? undefined : claimsIn(token)?.[claim];
  return new Refusal(reason, { cause: failure, found });
}
