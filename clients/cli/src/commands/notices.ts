import { Command } from '@commander-js/extra-typings';
import { eachItem, type Notice, type NoticeKind } from '@ndx/client';
import { collected } from '../collected.js';
import { KeptCursor } from '../kept-cursor.js';
import { forwardNotices } from '../forward-notices.js';
import { httpAddress, webhookSecret } from '../option-values.js';
import { print, table } from '../output.js';
import { connect } from '../session.js';
import { untilStopped } from '../until-stopped.js';

const noticeTable = (notices: readonly Notice[]) =>
  table(
    ['NOTICE', 'TIME', 'KIND', 'QUERY EVENT', 'GROUPS'],
    notices.map(({ notice_id, created_at, kind, query_event_id, groups }) => [
      ...[notice_id, created_at, kind, query_event_id, groups.join(',')],
    ]),
    'There is no notice.',
  );

// The service rejects an unknown kind, and lists the known ones.
const list = new Command('list')
  .description("lists the notices about the institution's answers, oldest first")
  .option('--certificate <id>', 'about a certificate')
  .option('--query <query-event-id>', 'about a query')
  .option('--subject <id>', 'about a subject')
  .option('--kind <kind>', 'of a kind, such as changed or withdrawn')
  .option('--since <time>', 'from this time on, ISO 8601')
  .option('--to <time>', 'before this time, ISO 8601')
  .option('--json', 'prints JSON')
  .action(async ({ certificate, query: queryEvent, subject, kind, since, to, ...options }) => {
    const query = {
      limit: 100,
      ...(certificate !== undefined && { certificate_id: certificate }),
      ...(queryEvent !== undefined && { query_event_id: queryEvent }),
      ...(subject !== undefined && { subject_id: subject }),
      ...(kind !== undefined && { kind: kind as NoticeKind }),
      ...(since !== undefined && { since }),
      ...(to !== undefined && { to }),
    };
    const ndx = await connect();
    print(await collected(eachItem(ndx.listNotices, { query })), options, noticeTable);
  });

const listen = new Command('listen')
  .description('forwards new notices to a receiver as webhooks, in order, until Ctrl-C')
  .requiredOption('--forward-to <url>', 'the receiver', httpAddress)
  .option('--secret <secret>', 'signs the webhooks; whsec_ and base64', webhookSecret)
  .option('--since <time>', 'also notices from this time on, ISO 8601')
  .option('--state <file>', 'keeps the cursor, from which a later run continues')
  .action(async ({ forwardTo: url, secret, since, state }) => {
    const ndx = await connect();
    const from = { since: since ?? new Date().toISOString() };
    await forwardNotices(ndx, from, new KeptCursor(state), { url, secret }, untilStopped());
  });

export const notices = new Command('notices')
  .description('lists and forwards notices: answers that would be different today')
  .addCommand(list)
  .addCommand(listen);
