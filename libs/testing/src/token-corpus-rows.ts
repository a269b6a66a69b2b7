import { createHmac, generateKeyPairSync, sign as signBytes, type KeyObject } from 'node:crypto';
import type { JWTPayload } from 'jose';
import type { TokenIssuer } from './token-issuer.js';

/** The expected answer: a row of the contract's table (section 5), or acceptance of the token. */
type Verdict = 'valid' | 'absent' | 'invalid' | 'noAccount';

/** A credential with its expected verdict. */
export interface CorpusRow {
  readonly name: string;
  readonly verdict: Verdict;
  /** The reason in the log of a gateway; undefined for an accepted token. */
  readonly reason: string | undefined;
  /** The header lines with it. @param known claims of an existing account */
  readonly lines: (issuer: TokenIssuer, known: JWTPayload) => readonly string[];
}

export const HUNDRED_KB = 100_000;
export const HOUR = 3_600;

type KeyPair = Readonly<Record<'privateKey' | 'publicKey', KeyObject>>;

let attackerKeys: KeyPair | undefined;
/** Made when first used: nearly every spec imports this package, and few use the corpus. */
export const attacker = (): KeyPair =>
  (attackerKeys ??= generateKeyPairSync('rsa', { modulusLength: 2048 }));

export type MakeToken = (issuer: TokenIssuer, known: JWTPayload) => string;
export type Named<T> = readonly (readonly [name: string, value: T])[];

export const bearer = (token: string) => [`authorization: Bearer ${token}`];
const valid: MakeToken = (issuer, known) => issuer.exact({}, issuer.claimsOf(known));
export const now = () => Math.floor(Date.now() / 1_000);

/** The verdict on a token, and the reason in the log. */
type Expected = readonly [verdict: Verdict, reason?: string];

/** Rows of tokens that are sent correctly. */
export function tokens([verdict, reason]: Expected, rows: Named<MakeToken>): CorpusRow[] {
  return rows.map(([name, make]) => ({
    ...{ name, verdict, reason },
    lines: (issuer, known) => bearer(make(issuer, known)),
  }));
}

/** Rows of valid tokens that are sent in another form. */
export function forms(
  [verdict, reason]: Expected,
  rows: Named<(token: string) => readonly string[]>,
): CorpusRow[] {
  return rows.map(([name, form]) => ({
    ...{ name, verdict, reason },
    lines: (issuer, known) => form(valid(issuer, known)),
  }));
}

/** Correctly signed tokens with one changed claim. */
export function claims(expected: Expected, rows: Named<object>): CorpusRow[] {
  return tokens(
    expected,
    rows.map(([name, changed]) => [
      name,
      (issuer, known) => issuer.exact({}, { ...issuer.claimsOf(known), ...changed }),
    ]),
  );
}

/** Correctly signed tokens with a changed header. */
export function headers(expected: Expected, rows: Named<object>): CorpusRow[] {
  return tokens(
    expected,
    rows.map(([name, header]) => [
      name,
      (issuer, known) => issuer.exact(header, issuer.claimsOf(known)),
    ]),
  );
}

/** A valid token with its three parts combined in another way. */
export function parts(
  reason: string,
  rows: Named<(header: string, payload: string, signature: string) => string>,
): CorpusRow[] {
  return tokens(
    invalid(reason),
    rows.map(([name, join]) => [
      name,
      (issuer, known) => {
        const [header = '', payload = '', signature = ''] = valid(issuer, known).split('.');
        return join(header, payload, signature);
      },
    ]),
  );
}

/** The answer is the same for each reason. */
export const invalid = (reason: string): Expected => ['invalid', reason];

export const hmac = (secret: string | Buffer) => (text: string) =>
  createHmac('sha256', secret).update(text).digest('base64url');

export const byAttacker = (text: string) =>
  signBytes('RSA-SHA256', Buffer.from(text), attacker().privateKey).toString('base64url');

export function withAudience(...others: readonly string[]): MakeToken {
  return (issuer, known) => {
    const aud = [...others, issuer.provider.clientId];
    return issuer.exact({}, { ...issuer.claimsOf(known), aud });
  };
}

export const ELSEWHERE = 'https://attacker.example/keys';
