import { Command } from '@commander-js/extra-typings';
import { eachItem, type NoticeDelivery, type NoticeDeliveryPage } from '@ndx/client';
import { collected } from '../collected.js';
import { members, print, table } from '../output.js';
import { connect } from '../session.js';

type DeliveryState = NoticeDeliveryPage['data'][number]['state'];

/** The answer to the last attempt, or why there was none. */
const outcomeOf = ({ response_status, failure }: NoticeDelivery) =>
  failure ?? String(response_status ?? '');

// The service rejects an unknown state, and lists the known ones.
export const deliveries = new Command('deliveries')
  .description('lists the deliveries to an endpoint, oldest first')
  .argument('<endpoint-id>')
  .option('--state <state>', 'pending, delivered or parked')
  .option('--json', 'prints JSON')
  .action(async (endpoint_id, { state, ...options }) => {
    const ndx = await connect();
    const query = state === undefined ? {} : { state: state as DeliveryState };
    const request = { path: { endpoint_id }, query };
    print(await collected(eachItem(ndx.listNoticeDeliveries, request)), options, (all) =>
      table(
        ['NOTICE', 'TIME', 'STATE', 'ATTEMPTS', 'LAST ANSWER', 'NEXT ATTEMPT'],
        all.map((each) => [
          ...[each.notice_id, each.created_at, each.state, String(each.attempts)],
          ...[outcomeOf(each), each.next_attempt_at ?? ''],
        ]),
        'There is no delivery.',
      ),
    );
  });

export const retry = new Command('retry')
  .description('sends a notice again, whatever its state')
  .argument('<endpoint-id>')
  .argument('<notice-id>')
  .option('--json', 'prints JSON')
  .action(async (endpoint_id, notice_id, options) => {
    const path = { endpoint_id, notice_id };
    const { data } = await (await connect()).retryNoticeDelivery({ path });
    print(data, options, ({ state, next_attempt_at }) =>
      members({ notice_id, state, next_attempt_at }),
    );
  });

export const redeliver = new Command('redeliver')
  .description('sends the notices of a time window again')
  .argument('<endpoint-id>')
  .requiredOption('--since <time>', 'the earliest notice, ISO 8601')
  .option('--until <time>', 'the end of the window, excluded; without it now')
  .option('--json', 'prints JSON')
  .action(async (endpoint_id, { since, until, ...options }) => {
    const ndx = await connect();
    let scheduled = 0;
    for (let next: string | null = since; next !== null;) {
      const body = { since: next, ...(until !== undefined && { until }) };
      const { data } = await ndx.redeliverNotices({ path: { endpoint_id }, body });
      scheduled += data.scheduled;
      next = data.next_since;
    }
    print({ scheduled }, options, members);
  });
