/** Exit statuses by class of error; 2 is a command line that is not understood. */
export const EXIT_STATUS = {
  failed: 1,
  usage: 2,
  authentication: 3,
  permission: 4,
  'not found': 5,
  conflict: 6,
  invalid: 7,
  'rate limit': 8,
  server: 9,
  connection: 10,
  unverified: 11,
  'failed test': 13,
} as const;

/** The exit status of a plan that would change something. */
export const CHANGES_PLANNED = 12;

/** The exit status of a question about a policy whose answer is yes. */
export const ANSWERED_YES = 14;

export type ErrorClass = keyof typeof EXIT_STATUS;

/** An error with its class and a hint for the user. */
export class CliError extends Error {
  /** The next step. */
  readonly hint: string;

  constructor(
    readonly errorClass: ErrorClass,
    message: string,
    { hint, cause }: { readonly hint: string; readonly cause?: unknown },
  ) {
    super(message, { cause });
    this.hint = hint;
  }
}
