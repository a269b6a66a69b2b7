import { AUTHENTICATION_ERRORS, quoted, withoutSecrets } from '@ndx/contracts';

/**
 * The reasons of a rejection, for logs and metrics, with the row of the contract's table that a
 * caller sees (contract 5).
 */
const ROWS = {
  absent: 'absent',
  malformed: 'invalid',
  header: 'invalid',
  algorithm: 'invalid',
  unknown_key: 'invalid',
  signature: 'invalid',
  expired: 'invalid',
  not_yet_valid: 'invalid',
  lifetime: 'invalid',
  issuer: 'invalid',
  audience: 'invalid',
  client: 'invalid',
  token_scheme: 'invalid',
  confirmation: 'invalid',
  proof_absent: 'invalid',
  proof_invalid: 'invalid',
  proof_key: 'invalid',
  proof_target: 'invalid',
  proof_time: 'invalid',
  proof_token: 'invalid',
  proof_replayed: 'invalid',
  certificate: 'invalid',
  unbound: 'invalid',
  account_claims: 'noAccount',
  unknown_account: 'noAccount',
  unregistered_client: 'noAccount',
  client_account: 'noAccount',
  client_address: 'noAccount',
  client_purpose: 'noAccount',
  missing_permission: 'missingPermission',
  unavailable: 'unavailable',
} as const satisfies Readonly<Record<string, keyof typeof AUTHENTICATION_ERRORS>>;

export type RefusalReason = keyof typeof ROWS;

// Object.keys returns string[]; the keys are known here.
export const REFUSAL_REASONS = Object.keys(ROWS) as RefusalReason[];

interface RefusalOptions extends ErrorOptions {
  /** The rejected claim of a token whose signature is valid. */
  readonly found?: unknown;
}

/** A rejection by the authentication layer: a row of the contract's table (contract 5). */
export class Refusal extends Error {
  readonly status: number;
  /** The rejected claim for the log: cut, and without secrets. */
  readonly found: string | undefined;

  constructor(
    readonly reason: RefusalReason,
    { found, ...options }: RefusalOptions = {},
  ) {
    const { detail, status } = AUTHENTICATION_ERRORS[ROWS[reason]];
    super(detail, options);
    this.name = 'Refusal';
    this.status = status;
    this.found = found === undefined ? undefined : shown(found);
  }
}

function shown(claim: unknown): string {
  return quoted(withoutSecrets(typeof claim === 'string' ? claim : JSON.stringify(claim)));
}
