import type { WriteRefusal } from '@ndx/telemetry';

/** The work conflicted with another transaction; a retry can succeed. */
export function isConflict(error: unknown): boolean {
  return chain(error).some(({ code }) => code === '40001' || code === '40P01');
}

/** A row with the same key exists. */
export function isUniqueViolation(error: unknown): boolean {
  return chain(error).some(({ code }) => code === '23505');
}

/**
 * The database could not be reached, is starting or stopping, or closed the connection: the work
 * itself may be fine.
 */
export function isConnectionError(error: unknown): boolean {
  return chain(error).some(
    ({ code, name, message }) =>
      CONNECTION_CODES.test(code) || NOT_CONNECTED.has(name) || HANG_UP.test(message),
  );
}

/** The reason why the database rejects writes, if the error is about that. */
export function writeRefusalOf(error: unknown): WriteRefusal | undefined {
  return chain(error)
    .map(({ code }) => WRITE_REFUSAL_CODES.get(code))
    .find((reason) => reason !== undefined);
}

const WRITE_REFUSAL_CODES: ReadonlyMap<string, WriteRefusal> = new Map([
  ['53100', 'disk_full'],
  ['25006', 'read_only'],
]);

/**
 * 08: connection; 57P01 to 57P05: shutdown; 53300: too many connections; 25006: a standby during a
 * failover.
 */
const CONNECTION_CODES =
  /^(08...|57P0[1-5]|53300|25006|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

/** Errors of TypeORM; the others occur when the connection broke between two statements. */
const NOT_CONNECTED = new Set([
  'DriverNotConnectedError',
  'QueryRunnerAlreadyReleasedError',
  'QueryRunnerProviderAlreadyReleasedError',
]);

/** Errors of `pg` without a code. */
const HANG_UP =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Cannot use a pool after calling end|Client was closed)/;

interface Fault {
  readonly code: string;
  readonly name: string;
  readonly message: string;
}

/** The error and its causes: TypeORM keeps the driver's error as `driverError`. */
function chain(error: unknown): Fault[] {
  if (!(error instanceof Error)) return [];
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const inner = 'driverError' in error ? error.driverError : error.cause;
  const several: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  return [
    { code, name: error.name, message: error.message },
    ...[inner, ...several].flatMap((wrapped) => (wrapped === error ? [] : chain(wrapped))),
  ];
}
