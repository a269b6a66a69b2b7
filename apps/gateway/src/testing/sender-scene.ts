import type { TokenIssuer } from '@ndx/testing';
import { FIRST_CERTIFICATE } from './client-certificates.js';
import { DpopClient, type ProofChanges } from './dpop-client.js';
import { CLAIMS } from './gateway-fixture.js';

/** The path of each request; the method is GET. */
export const PATH = '/v1/products';
/** The header with the certificate of a client. */
export const CERTIFICATE_HEADER = 'client-cert';

/** A request that gets nothing. */
export interface SenderRow {
  readonly name: string;
  /** The reason in the log. */
  readonly reason: string;
  /** The header lines with the credential. */
  readonly lines: (scene: Scene) => readonly string[];
}

/** The parties of the corpus: the holder of a token, and an attacker who has stolen it. */
export class Scene {
  readonly holder = DpopClient.create();
  readonly attacker = DpopClient.create();

  constructor(private readonly issuer: TokenIssuer) {}

  /** A valid token of the holder, with these claims. */
  token(claims: object = {}): string {
    return this.issuer.exact({}, { ...this.issuer.claimsOf(CLAIMS), ...claims });
  }

  /** A token that is bound to the key of the holder. */
  bound(cnf: object = {}, claims: object = {}): string {
    return this.token({ ...claims, cnf: { jkt: this.holder.thumbprint, ...cnf } });
  }

  proof(token: string, changes: ProofChanges = {}): string {
    return this.holder.proof(PATH, token, changes);
  }
}

export const now = () => Math.floor(Date.now() / 1_000);
export const dpop = (token: string, ...proofs: readonly string[]) => [
  `authorization: DPoP ${token}`,
  ...proofs.map((proof) => `dpop: ${proof}`),
];
export const certificate = (field: string) => `${CERTIFICATE_HEADER}: ${field}`;

type Rows<T> = Readonly<Record<string, T>>;

/** Requests that are not what their token demands. */
export const requests = (reason: string, rows: Rows<SenderRow['lines']>): SenderRow[] =>
  Object.entries(rows).map(([name, lines]) => ({ name, reason, lines }));

/** The right token with another proof. */
export const proofs = (reason: string, rows: Rows<(scene: Scene, token: string) => string>) =>
  requests(
    reason,
    Object.fromEntries(
      Object.entries(rows).map(([name, make]): [string, SenderRow['lines']] => [
        name,
        (scene) => {
          const token = scene.bound();
          return dpop(token, make(scene, token));
        },
      ]),
    ),
  );

/** The right token with a proof that has other members, correctly signed. */
export const changes = (
  reason: string,
  rows: Rows<ProofChanges | ((scene: Scene) => ProofChanges)>,
) =>
  proofs(
    reason,
    Object.fromEntries(
      Object.entries(rows).map(([name, change]) => [
        name,
        (scene: Scene, token: string) =>
          scene.proof(token, typeof change === 'function' ? change(scene) : change),
      ]),
    ),
  );

/** Proofs whose `htu` is another address. */
export const targets = (rows: Rows<unknown>) =>
  changes(
    'proof_target',
    Object.fromEntries(Object.entries(rows).map(([name, htu]) => [name, { claims: { htu } }])),
  );

/** The header with a valid token for the first certificate. */
export function certificateToken(scene: Scene): string {
  const token = scene.token({ cnf: { 'x5t#S256': FIRST_CERTIFICATE.thumbprint } });
  return `authorization: Bearer ${token}`;
}
