import { Command } from '@commander-js/extra-typings';
import { eachItem, type NoticeEndpoint, type NoticeKind } from '@ndx/client';
import { collected } from '../collected.js';
import { positiveNumber } from '../option-values.js';
import { members, print, table } from '../output.js';
import { connect } from '../session.js';
import { deliveries, redeliver, retry } from './notice-deliveries.js';

const shown = ({ endpoint_id, url, state, kinds, algorithm, ...rest }: NoticeEndpoint) =>
  members({
    ...{ endpoint_id, url, state, kinds: kinds?.join(',') ?? 'all', algorithm },
    public_keys: rest.public_keys.join(' ') || null,
    ...('secret' in rest && { secret: rest.secret as string | null }),
  });

// The service rejects an unknown kind, and lists the known ones.
const create = new Command('create')
  .description('creates an endpoint, and shows its secret once')
  .option('--url <url>', 'the receiver; without it notices are only listed')
  .option('--kind <kinds...>', 'kinds of notices, such as changed withdrawn; without it all')
  .option('--window <days>', 'notices until this number of days after an answer', positiveNumber)
  .option('--description <text>', 'a note')
  .option('--ed25519', 'signs with a key pair instead of a shared secret')
  .option('--json', 'prints JSON')
  .action(async ({ url, kind, window, description, ed25519, ...options }) => {
    const body = {
      ...(url !== undefined && { url }),
      ...(kind && { kinds: kind as NoticeKind[] }),
      ...(window !== undefined && { window_days: window }),
      ...(description !== undefined && { description }),
      ...(ed25519 && { algorithm: 'ed25519' as const }),
    };
    const { data } = await (await connect()).createNoticeEndpoint({ body });
    print(data, options, shown);
  });

const list = new Command('list')
  .description('lists the endpoints of the institution')
  .option('--json', 'prints JSON')
  .action(async (options) => {
    const ndx = await connect();
    const all = await collected(eachItem(ndx.listNoticeEndpoints, { query: {} }));
    print(all, options, (endpoints) =>
      table(
        ['ENDPOINT', 'URL', 'STATE', 'KINDS'],
        endpoints.map(({ endpoint_id, url, state, kinds }) => [
          ...[endpoint_id, url, state, kinds?.join(',') ?? 'all'],
        ]),
        'The institution has no notice endpoint.',
      ),
    );
  });

const rotate = new Command('rotate')
  .description('replaces the secret, and shows the new one; the old one signs for 24 hours more')
  .argument('<endpoint-id>')
  .option('--json', 'prints JSON')
  .action(async (endpoint_id, options) => {
    const { data } = await (await connect()).rotateNoticeSecret({ path: { endpoint_id } });
    print(data, options, shown);
  });

const remove = new Command('delete')
  .description('deletes an endpoint and its deliveries; its notices stay listed')
  .argument('<endpoint-id>')
  .option('--json', 'prints JSON')
  .action(async (endpoint_id, options) => {
    const { data } = await (await connect()).deleteNoticeEndpoint({ path: { endpoint_id } });
    print(data, options, shown);
  });

export const noticeEndpoints = new Command('notice-endpoints')
  .description('administers the endpoints that get notices, and their deliveries')
  .addCommand(create)
  .addCommand(list)
  .addCommand(rotate)
  .addCommand(remove)
  .addCommand(deliveries)
  .addCommand(retry)
  .addCommand(redeliver);
