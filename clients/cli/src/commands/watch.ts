import { Command } from '@commander-js/extra-typings';
import { NdxError, type NdxClient, type NoticeKind } from '@ndx/client';
import { followNotices } from '../follow-notices.js';
import { KeptCursor } from '../kept-cursor.js';
import { print } from '../output.js';
import { connect } from '../session.js';
import { untilStopped } from '../until-stopped.js';

/** The kinds after which there is another certificate. */
const RENEWED: ReadonlySet<NoticeKind> = new Set(['changed', 'withdrawn', 'separated']);

interface Renewal {
  readonly notice_id: string;
  readonly query_event_id: string;
  /** Null for a query without a result (204). */
  readonly certificate_id: string | null;
}

export const watch = new Command('watch')
  .description('renews the certificate of a notice, or of each new one until Ctrl-C; billed')
  .argument('[notice-id]')
  .option('--subject <id>', 'only notices about a business')
  .option('--since <time>', 'also notices from this time on, ISO 8601')
  .option('--state <file>', 'keeps the cursor, from which a later run continues')
  .option('--json', 'prints JSON')
  .action(async (noticeId, { subject, since, state, ...options }) => {
    const ndx = await connect();
    if (noticeId !== undefined) {
      print(await renewed(ndx, noticeId), options, lineOf);
      return;
    }
    const from = {
      since: since ?? new Date().toISOString(),
      ...(subject !== undefined && { subject_id: subject }),
    };
    for await (const notice of followNotices(ndx, from, new KeptCursor(state), untilStopped())) {
      if (notice.certificate_id === null || !RENEWED.has(notice.kind)) continue;
      try {
        print(await renewed(ndx, notice.notice_id), options, lineOf);
      } catch (error) {
        // A refused query, for example of an ended consent, does not end the others.
        if (!(error instanceof NdxError) || error.status !== 403) throw error;
        process.stderr.write(`${notice.notice_id}  ${error.message}\n`);
      }
    }
  });

async function renewed(ndx: NdxClient, notice_id: string): Promise<Renewal> {
  const { data, queryEventId = '' } = await ndx.watchKybCertificate({ body: { notice_id } });
  return { notice_id, query_event_id: queryEventId, certificate_id: data?.certificate_id ?? null };
}

function lineOf({ notice_id, query_event_id, certificate_id }: Renewal): string {
  return `${notice_id}  ${query_event_id}  ${certificate_id ?? 'no result'}`;
}
