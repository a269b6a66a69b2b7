import type { ClientCertificates, Received } from './client-certificate.js';
import { confirmationOf } from './confirmation.js';
import { onlyHeader, type Credential } from './credential.js';
import { verifyProof, type Proof } from './dpop-proof.js';
import { Refusal } from './refusal.js';
import type { SharedProofs } from './shared-proofs.js';
import type { Claims } from './token-claims.js';

/** A request with an access token. */
export interface TokenUse extends Credential, Received {
  readonly method: string;
  /** As received: the path with its query. */
  readonly target: string;
  /** The address of the client, behind the trusted proxies. */
  readonly address: string;
}

/** A sender that may use its token. */
export interface Sender {
  /** Whether the sender proved that it holds the key of the token. */
  readonly isProven: boolean;
  /** The proof, whose use is not recorded yet. */
  readonly proof: Proof | undefined;
}

const BEARER: Sender = { isProven: false, proof: undefined };

/** Verifies that a sender-constrained token is used by its holder (RFC 9449, 7; RFC 8705, 3). */
export class SenderCheck {
  constructor(
    /** The origins of this gateway; without any, tokens with a key for proofs are rejected. */
    private readonly origins: readonly string[],
    private readonly certificates: ClientCertificates,
    private readonly used: SharedProofs,
  ) {}

  /**
   * @throws Refusal `token_scheme` for a token with a key for proofs that is sent as a bearer token, or
   *   one without such a key that is not; `confirmation`; `proof_…`; `certificate`
   */
  async verify(use: TokenUse, claims: Claims): Promise<Sender> {
    const confirmation = confirmationOf(claims);
    const { jkt, x5t } = confirmation ?? {};
    if ((jkt !== undefined) !== (use.scheme === 'DPoP')) throw new Refusal('token_scheme');
    if (confirmation === undefined) return BEARER;
    if (x5t !== undefined && this.certificates.thumbprintOf(use) !== x5t) {
      throw new Refusal('certificate');
    }
    return { isProven: true, proof: jkt === undefined ? undefined : await this.proven(use, jkt) };
  }

  /** Records the use of the proof, after all else was accepted. @throws Refusal `proof_replayed` */
  async accept(proof: Proof): Promise<void> {
    await this.used.use(proof);
  }

  private async proven({ method, target, token, rawHeaders }: TokenUse, jkt: string) {
    const proof = onlyHeader(rawHeaders, 'dpop') ?? '';
    if (proof === '') throw new Refusal('proof_absent');
    return verifyProof(proof, { method, target, token, jkt }, this.origins);
  }
}
