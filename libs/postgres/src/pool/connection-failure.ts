import { ReportedFailure } from '@ndx/config';

/** The place of a database in the configuration of a process. */
export interface DatabaseAddress {
  /** The variable that holds the URL. */
  readonly variable: string;
  readonly url: string;
}

/** The database cannot be used as it is configured; the message names the variable, and no secret. */
export class DatabaseFailure extends ReportedFailure {
  override readonly name = 'DatabaseFailure';
}

/**
 * Runs the work that opens the first connections to a database.
 * @throws DatabaseFailure with the reason why the server or the client refuses the connection, or
 *   the error of the work
 */
export async function connecting<T>(address: DatabaseAddress, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    throw new DatabaseFailure(`${address.variable} (${hostOf(address.url)}): ${reason}`);
  }
}

function reasonOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('message' in error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const text = `${code} ${String(error.message)}`;
  return REASONS.find(([pattern]) => pattern.test(text))?.[1];
}

const NO_AUTHORITY =
  'the certificate of the server is signed by no trusted authority: name the CA with sslrootcert';

/** By the code and the message of the error, the more specific ones first. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^(DEPTH_ZERO_)?SELF_SIGNED_CERT/, NO_AUTHORITY],
  [/^(UNABLE_TO_(VERIFY|GET_ISSUER)|CERT_(SIGNATURE_FAILURE|UNTRUSTED))/, NO_AUTHORITY],
  [/^CERT_HAS_EXPIRED/, 'the certificate of the server has expired'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID/, 'the certificate of the server is for another host name'],
  [/does not support SSL/, 'the server does not offer TLS, and sslmode requires it'],
  [
    /SSL required|no encryption$/,
    'the server refuses connections without TLS: add sslmode=verify-full',
  ],
  [/^ENOENT .* open /, 'the file of sslrootcert, sslcert or sslkey does not exist'],
  [/^28000 no pg_hba.conf entry/, 'the server accepts this user from this address for no database'],
  [/^(28P01|08P01 .*(auth|password))/, 'the server rejects the user or its password'],
  [/^(3D000|08P01 no such database)/, 'the database does not exist'],
  [/unsupported startup parameter/, 'the pooler rejects a parameter of the URL'],
  [/^ECONNREFUSED/, 'nothing listens at this address'],
  [/^(ENOTFOUND|EAI_AGAIN)/, 'the host name has no address'],
  [/^ETIMEDOUT|timeout exceeded when trying to connect/, 'the server does not answer'],
];

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'no URL';
}
