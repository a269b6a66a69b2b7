import { NdxConnectionError, NdxError } from '@ndx/client';

export interface Described {
  readonly title: string;
  /** The detail of the server's error. */
  readonly detail: string;
  /** Advice for the reader. */
  readonly advice: string;
  readonly requestId: string | undefined;
  /** The session has ended, and the reader has to sign in again. */
  readonly isSignedOut?: boolean;
}

const BY_STATUS: Readonly<Record<number, readonly [title: string, advice: string]>> = {
  400: ['The request was rejected', 'Correct the input and send it again.'],
  401: ['You are signed out', 'Sign in again.'],
  403: [
    'Not permitted',
    'Your account lacks a permission, which the identity provider of your institution grants, or your institution lacks a role, which a governor of the network grants.',
  ],
  404: [
    'Not found',
    'It does not exist, or your institution may not see it. Check the id and the network.',
  ],
  409: [
    'Changed in the meantime',
    'Somebody else changed it. Reload the page, check the current state and repeat the change.',
  ],
  413: ['Too large', 'Send less at once.'],
  422: ['The request was rejected', 'Correct the input and send it again.'],
  429: [
    'Too many requests',
    'Your institution has reached its limit. Wait a minute and try again.',
  ],
};

const FAULT = [
  'The server could not answer',
  'Try again. If it fails again, give the request id to the operator of the system.',
] as const;

/** An error in words: what happened, and what to do. */
export function describe(error: unknown): Described {
  if (error instanceof NdxError) {
    const [title, advice] = BY_STATUS[error.status] ?? FAULT;
    const { detail, requestId, status } = error;
    return { title, advice, detail, requestId, isSignedOut: status === 401 };
  }
  const detail = error instanceof Error ? error.message : String(error);
  if (error instanceof NdxConnectionError) {
    const title = 'The server does not respond';
    return { title, detail, advice: 'Check your connection and try again.', requestId: undefined };
  }
  return { title: 'Something went wrong', detail, advice: 'Try again.', requestId: undefined };
}
