/**
 * Something on this machine is not as it must be, said in a sentence that tells what to do about
 * it. A launcher prints the message alone; every other error deserves its stack trace.
 */
export class LocalInfraError extends Error {
  override readonly name = 'LocalInfraError';
}
