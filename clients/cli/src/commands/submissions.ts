import { Command, Option } from '@commander-js/extra-typings';
import { eachItem } from '@ndx/client';
import { collected } from '../collected.js';
import { networkOf } from '../network-option.js';
import { print, table } from '../output.js';
import { connect } from '../session.js';

const list = new Command('list')
  .description("lists the institution's submissions, newest first")
  .option('--dataset <slug>', 'for a product or template')
  .addOption(
    new Option('--accepted <part>', 'of which this part of the records was accepted').choices([
      'all',
      'some',
      'none',
    ] as const),
  )
  .option('--from <time>', 'from this time on, ISO 8601')
  .option('--to <time>', 'before this time, ISO 8601')
  .option('--network <id>', 'id or name of the network; default: every network')
  .option('--json', 'prints JSON')
  .action(async ({ dataset, accepted, from, to, network, ...options }) => {
    const ndx = await connect();
    const query = {
      ...{ limit: 100, order: 'newest_first' as const },
      ...(network !== undefined && { network_id: await networkOf(ndx, network) }),
      ...(dataset !== undefined && { dataset }),
      ...(accepted !== undefined && { accepted }),
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
    };
    const all = await collected(eachItem(ndx.listSubmissions, { query }));
    print(all, options, (found) =>
      table(
        ['SUBMISSION', 'TIME', 'DATA SET', 'ROWS', 'ACCEPTED'],
        found.map(({ submission_id, submitted_at, dataset, record_count, accepted_count }) => [
          ...[submission_id, submitted_at, dataset, record_count, accepted_count],
        ]),
        'The institution has no such submission.',
      ),
    );
  });

const records = new Command('records')
  .description('lists the accepted records of a submission, in the order of its rows')
  .argument('<submission-id>')
  .option('--json', 'prints JSON')
  .action(async (submission_id, options) => {
    const ndx = await connect();
    const path = { submission_id };
    const all = await collected(eachItem(ndx.listSubmittedRecords, { path, query: {} }));
    print(all, options, (found) =>
      table(
        ['INDEX', 'RECORD', 'SUBJECT', 'STATE'],
        found.map(({ index, record_id, subject_id, state }) => [
          ...[index, record_id, subject_id, state],
        ]),
        'No row of the submission was accepted.',
      ),
    );
  });

export const submissions = new Command('submissions')
  .description("lists the institution's submissions and their records")
  .addCommand(list)
  .addCommand(records);
