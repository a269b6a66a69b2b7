/**
 * A problem with this machine. The message states what to do about
 * it. A launcher prints the message alone; every other error deserves its stack trace.
 */
export class LocalInfraError extends Error {
  override readonly name = 'LocalInfraError';
}
