import { Command } from '@commander-js/extra-typings';
import type { RecordEndReason } from '@ndx/client';
import { CliError, EXIT_STATUS } from '../cli-error.js';
import { members, print, table } from '../output.js';
import { connect } from '../session.js';
import { withdrawFile, type WithdrawnFile } from '../withdraw-file.js';

export const withdraw = new Command('withdraw')
  .description('withdraws a furnished record, or the records that a file names, which is final')
  .argument('[record-id]')
  .option('--reason <reason>', 'such as wrong_value, wrong_subject, outdated or other')
  .option('--text <text>', 'an explanation; required with the reason other')
  .option(
    '--file <file>',
    'CSV, XLSX or NDJSON with the columns record_id, reason, reason_text; - for standard input',
  )
  .option('--json', 'prints JSON')
  .action(async (record_id, { reason, text, file, ...options }) => {
    if ((record_id === undefined) === (file === undefined)) {
      throw usage('give either a record or --file');
    }
    if (file !== undefined) {
      if (text !== undefined) throw usage('with --file the texts are in the column reason_text');
      const withdrawn = await withdrawFile(await connect(), file, reason);
      print(withdrawn, options, ({ rejected, ...counts }) =>
        members({ ...counts, rejected: rejected.length }),
      );
      reportRejected(withdrawn, options);
      return;
    }
    if (record_id === undefined || reason === undefined) throw usage('--reason is missing');
    // The service rejects an unknown reason, and lists the known ones.
    const body = {
      reason: reason as RecordEndReason,
      ...(text !== undefined && { reason_text: text }),
    };
    const { data } = await (await connect()).withdrawRecord({ path: { record_id }, body });
    print(data, options, ({ state, ended_at }) => members({ record_id, state, reason, ended_at }));
  });

function reportRejected({ rejected }: WithdrawnFile, { json = false }: { json?: boolean }): void {
  if (rejected.length === 0) return;
  process.exitCode = EXIT_STATUS.invalid;
  if (json) return;
  const rows = rejected.map(({ line, record_id, error }) => [line, record_id, error]);
  process.stderr.write(`${table(['LINE', 'RECORD', 'ERROR'], rows, '')}\n`);
}

const usage = (message: string) =>
  new CliError('usage', message, { hint: 'See: ndx withdraw --help' });
