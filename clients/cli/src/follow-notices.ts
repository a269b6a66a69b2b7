import { followItems, type NdxClient, type Notice } from '@ndx/client';
import type { KeptCursor } from './kept-cursor.js';

const POLL_MS = 1_000;

interface Query {
  readonly cursor?: string;
  readonly since?: string;
  readonly subject_id?: string;
}

type From = Pick<Query, 'subject_id'> & Pick<Required<Query>, 'since'>;

/**
 * Notices in order, from the kept cursor on, until the signal. The cursor is kept after each page, so
 * an interrupted page is repeated.
 */
export async function* followNotices(
  ndx: NdxClient,
  { since, ...filter }: From,
  kept: KeptCursor,
  signal: AbortSignal,
): AsyncGenerator<Notice> {
  const cursor = await kept.read();
  // The cursor of a run continues after its last notice, whatever the time.
  const query: Query = { ...filter, ...(cursor === undefined ? { since } : { cursor }) };
  const onProcessed = (next: string) => kept.keep(next);
  const options = { intervalMs: POLL_MS, signal, onProcessed };
  yield* followItems(ndx.listNotices, { query }, options);
}
