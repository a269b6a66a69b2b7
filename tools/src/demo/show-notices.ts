import { setTimeout as pause } from 'node:timers/promises';
import type { NdxClient, Notice } from '@ndx/client';
import { UnexpectedAnswerError, type Narrator } from './narrator.js';

const LIMIT_MS = 60_000;
const POLL_MS = 500;

/** The parties of a correction. */
export interface Correction {
  readonly querier: NdxClient;
  /** A query of the querier, with the certificate. */
  readonly queryEventId: string;
  /** Corrects a record that the answer did not use, or only what it did not use. */
  readonly correctUnused: () => Promise<unknown>;
  /** Corrects what the answer used. */
  readonly correctUsed: () => Promise<unknown>;
}

/**
 * A correction that would not change an answer causes no notice, and one that would change it causes
 * one, with the difference explained.
 * @throws UnexpectedAnswerError for other notices
 */
export async function showNotices(
  narrator: Narrator,
  { querier, queryEventId, correctUnused, correctUsed }: Correction,
): Promise<void> {
  const { data: endpoint } = await narrator.step(
    'The querying bank subscribes to notices',
    'it gets a notice when one of its answers would be different today; with a url also as a webhook',
    () => querier.createNoticeEndpoint({ body: { description: 'demo' } }),
  );
  await correctUnused();
  await correctUsed();
  const [notice, ...others] = await noticesAbout(querier, queryEventId);
  if (notice?.kind !== 'changed' || others.length > 0) {
    throw new UnexpectedAnswerError('the two corrections did not cause exactly one notice');
  }
  narrator.observe(
    'One notice for two corrections',
    'the first correction changed nothing in this answer, so there is silence about it; the notice names the section and has no value',
    notice,
  );
  const { records } = await querier.why(queryEventId).then(({ sections }) => ({
    records: sections.flatMap(({ model_name, records: all }) =>
      notice.groups.includes(model_name) ? all : [],
    ),
  }));
  narrator.observe(
    'The difference, explained',
    'the record that the answer used was corrected; a new query uses the new record',
    records,
  );
  await querier.deleteNoticeEndpoint({ path: { endpoint_id: endpoint.endpoint_id } });
}

async function noticesAbout(querier: NdxClient, query_event_id: string): Promise<Notice[]> {
  const deadline = Date.now() + LIMIT_MS;
  for (;;) {
    const { data } = await querier.listNotices({ query: { query_event_id } });
    if (data.data.length > 0) return data.data;
    if (Date.now() > deadline) throw new UnexpectedAnswerError('no notice came within a minute');
    await pause(POLL_MS);
  }
}
