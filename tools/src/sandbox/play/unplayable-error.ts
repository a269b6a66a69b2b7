import { UsageError } from '@ndx/command-line';

/** A file describes something that a sandbox cannot make; the message names the member. */
export class UnplayableError extends UsageError {
  constructor(message: string, options?: ErrorOptions) {
    super(`the test cannot be played: ${message}`, options);
  }
}
