import { Command } from '@commander-js/extra-typings';
import { eachItem } from '@ndx/client';
import { collected } from '../collected.js';
import { print, table } from '../output.js';
import { connect } from '../session.js';

const list = new Command('list')
  .description("lists the institution's submissions, newest first")
  .option('--json', 'prints JSON')
  .action(async (options) => {
    const ndx = await connect();
    const query = { limit: 100, order: 'newest_first' as const };
    const all = await collected(eachItem(ndx.listSubmissions, { query }));
    print(all, options, (found) =>
      table(
        ['SUBMISSION', 'TIME', 'DATA SET', 'ROWS', 'ACCEPTED'],
        found.map(({ submission_id, submitted_at, dataset, record_count, accepted_count }) => [
          ...[submission_id, submitted_at, dataset, record_count, accepted_count],
        ]),
        'The institution has no submission.',
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
