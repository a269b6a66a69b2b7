import { NdxConnectionError, NdxError } from '@ndx/client';
import type { Art } from './illustration.js';

export interface Described {
  readonly title: string;
  /** The detail of the server's error. */
  readonly detail: string;
  /** Advice for the reader. */
  readonly advice: string;
  readonly requestId: string | undefined;
  /** The session has ended, and the reader has to sign in again. */
  readonly isSignedOut?: boolean;
  readonly art?: Art;
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

const ART_OF_STATUS: Readonly<Record<number, Art>> = { 401: 'sign-in', 404: 'not-found' };

type Reason = NonNullable<NdxError['reason']>;

/** Of errors about which the status says too little. */
const BY_REASON: Readonly<Partial<Record<Reason, readonly [title: string, advice: string]>>> = {
  review_required: [
    'Changes of published policies are reviewed',
    'Save a draft: it applies after another account has approved it and somebody publishes it.',
  ],
  approval_required: [
    'The draft is not approved',
    'Ask a governor whose account did not save the draft. In an emergency, publish it without approval.',
  ],
  simulation_running: [
    'The network has a running simulation',
    'Wait until it has ended, or cancel it on its page.',
  ],
  tests_failed: [
    'Tests of the policy fail',
    'Nothing was changed. Correct the rules or the test, or publish the draft in an emergency with a reason.',
  ],
  version_mismatch: [
    'Changed in the meantime',
    'Nothing was changed. Check the present state, which the form or a reload of the page shows, and repeat the change.',
  ],
  invitation_ended: [
    'The invitation has ended',
    'Nothing was changed. Ask the institution that sent it for a new one.',
  ],
  other_organization: [
    'The invitation is for another institution',
    'Sign out at your identity provider, and sign in as a user of the invited institution.',
  ],
  own_draft: ['You cannot approve your own draft', 'Ask another governor for the approval.'],
  draft_changed: [
    'The draft has changed in the meantime',
    'Nothing was changed. Read the present draft, which a reload of the page shows, and decide again.',
  ],
  base_version_moved: [
    'The policy has changed in the meantime',
    'Nothing was changed. Compare the draft with the present version, and save it on that one.',
  ],
};

const FAULT = [
  'The server could not answer',
  'Try again. If it fails again, give the request id to the operator of the system.',
] as const;

/** An error in words: what happened, and what to do. */
export function describe(error: unknown): Described {
  if (error instanceof NdxError) {
    const { detail, reason, requestId, status } = error;
    const ofReason = reason === undefined ? undefined : BY_REASON[reason];
    const [title, advice] = ofReason ?? BY_STATUS[status] ?? FAULT;
    const art = ART_OF_STATUS[status] ?? (status >= 500 ? 'not-answering' : undefined);
    return { title, advice, detail, requestId, isSignedOut: status === 401, ...(art && { art }) };
  }
  const detail = error instanceof Error ? error.message : String(error);
  if (error instanceof NdxConnectionError) {
    const title = 'The server does not respond';
    const advice = 'Check your connection and try again.';
    return { title, detail, advice, requestId: undefined, art: 'not-answering' };
  }
  return { title: 'Something went wrong', detail, advice: 'Try again.', requestId: undefined };
}
