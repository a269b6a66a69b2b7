/**
 * A problem with this machine. The message says how to fix it. A launcher prints only the message;
 * other errors are printed with their stack trace.
 */
export class LocalInfraError extends Error {
  override readonly name = 'LocalInfraError';
}
