import { styleText } from 'node:util';
import { NdxConnectionError, NdxError } from '@ndx/client';
import { CliError, EXIT_STATUS, type ErrorClass } from './cli-error.js';
import { deniedHint } from './denied-hint.js';

interface Rule {
  readonly errorClass: ErrorClass;
  readonly hint: string;
}

const INVALID: Rule = {
  errorClass: 'invalid',
  hint: 'Correct the named value; the request changed nothing.',
};

const RULES: Readonly<Record<number, Rule>> = {
  400: INVALID,
  401: {
    errorClass: 'authentication',
    hint: 'Log in again: ndx login. The account needs a membership of an institution.',
  },
  404: {
    errorClass: 'not found',
    hint: 'Check the id; records of other institutions are not visible.',
  },
  409: { errorClass: 'conflict', hint: 'Read the current state, then decide whether to repeat.' },
  413: INVALID,
  422: INVALID,
  429: { errorClass: 'rate limit', hint: 'Repeat after the time that the message names.' },
};

const SERVER: Rule = {
  errorClass: 'server',
  hint: 'Repeat later; give the request id to the operator of the network if it persists.',
};

const CONNECTION: Rule = {
  errorClass: 'connection',
  hint: 'Check the address (ndx login --url) and whether the network runs: npm start.',
};

/** Writes an error with its next step to standard error; returns the exit status. */
export function reportError(error: unknown): number {
  const { errorClass, message, hint } = describe(error);
  const label = styleText('red', 'error:', { stream: process.stderr });
  process.stderr.write(`${label} ${message}\n${hint}\n`);
  return EXIT_STATUS[errorClass];
}

function describe(error: unknown): {
  readonly errorClass: ErrorClass;
  readonly message: string;
  readonly hint: string;
} {
  if (error instanceof CliError) return error;
  if (error instanceof NdxError && isOfAnotherServer(error)) {
    return { ...CONNECTION, message: error.message };
  }
  if (error instanceof NdxError) {
    const wait = error.retryAfter === undefined ? '' : ` (repeat after ${error.retryAfter} s)`;
    return { ...ruleOf(error), message: `${error.message}${wait}` };
  }
  if (error instanceof NdxConnectionError || isConnectionRefused(error)) {
    return { ...CONNECTION, message: withCause(error) };
  }
  return {
    errorClass: 'failed',
    message: error instanceof Error ? error.message : String(error),
    hint: isSystemError(error)
      ? 'Check the file, its permissions and the free space, and repeat the command.'
      : 'This is unexpected. Report it with the command to the operator of the network.',
  };
}

function ruleOf({ status, reason }: NdxError): Rule {
  if (status === 403) return { errorClass: 'permission', hint: deniedHint(reason) };
  return RULES[status] ?? SERVER;
}

/** An error of the operating system, such as ENOSPC. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

/** Every response of a gateway has a request id; a success of another server is not JSON. */
function isOfAnotherServer({ status, requestId }: NdxError): boolean {
  return status === 200 || (status === 404 && requestId === undefined);
}

/** The reason of a failed connection is in its cause. */
function withCause(error: Error): string {
  const { cause } = error;
  const reason = cause instanceof Error ? (cause.cause ?? cause) : undefined;
  return reason instanceof Error ? `${error.message}: ${reason.message}` : error.message;
}

/** `fetch` of the token endpoint. */
function isConnectionRefused(error: unknown): error is TypeError {
  return error instanceof TypeError && error.message === 'fetch failed';
}
