import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { NdxClient, Notice } from '@ndx/client';
import { followNotices } from './follow-notices.js';
import type { KeptCursor } from './kept-cursor.js';

export interface Receiver {
  readonly url: string;
  /** `whsec_` and base64; without it the webhooks are not signed. */
  readonly secret: string | undefined;
}

const ANSWER_MS = 15_000;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;

/**
 * Posts each notice as the webhook that the network would send, in order, until the signal. A notice
 * is posted again until the receiver answers with a 2xx.
 */
export async function forwardNotices(
  ndx: NdxClient,
  from: { readonly since: string },
  kept: KeptCursor,
  receiver: Receiver,
  signal: AbortSignal,
): Promise<void> {
  for await (const notice of followNotices(ndx, from, kept, signal)) {
    if (!(await forwarded(notice, receiver, signal))) return;
  }
}

/** False when the signal came first. */
async function forwarded(
  notice: Notice,
  receiver: Receiver,
  signal: AbortSignal,
): Promise<boolean> {
  for (let wait = FIRST_RETRY_MS; ; wait = Math.min(2 * wait, LONGEST_RETRY_MS)) {
    const answer = await answerTo(notice, receiver);
    const { notice_id, kind, query_event_id } = notice;
    process.stdout.write(`${notice_id}  ${kind}  ${query_event_id}  ${answer}\n`);
    if (/^2\d\d$/.test(answer)) return true;
    await elapsed(wait, signal);
    if (signal.aborted) return false;
  }
}

/** The status of the receiver's answer, or why there was none. */
async function answerTo(notice: Notice, { url, secret }: Receiver): Promise<string> {
  const body = JSON.stringify({
    type: `notice.${notice.kind}`,
    timestamp: notice.created_at,
    data: notice,
  });
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const headers = {
    'content-type': 'application/json',
    'webhook-id': notice.notice_id,
    'webhook-timestamp': timestamp,
    ...(secret !== undefined && {
      'webhook-signature': signature(secret, `${notice.notice_id}.${timestamp}.${body}`),
    }),
  };
  try {
    const request = { method: 'POST', headers, body, redirect: 'manual' } as const;
    const response = await fetch(url, { ...request, signal: AbortSignal.timeout(ANSWER_MS) });
    await response.body?.cancel();
    return String(response.status);
  } catch (error) {
    const { cause, message } = error as Error;
    return cause instanceof Error ? cause.message : message;
  }
}

function signature(secret: string, content: string): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}

async function elapsed(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await pause(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
