import { Command } from '@commander-js/extra-typings';
import type { RecordEndReason } from '@ndx/client';
import { members, print } from '../output.js';
import { connect } from '../session.js';

export const withdraw = new Command('withdraw')
  .description('withdraws a furnished record, which is final')
  .argument('<record-id>')
  .requiredOption('--reason <reason>', 'such as wrong_value, wrong_subject, outdated or other')
  .option('--text <text>', 'an explanation; required with the reason other')
  .option('--json', 'prints JSON')
  .action(async (record_id, { reason, text, ...options }) => {
    const ndx = await connect();
    // The service rejects an unknown reason, and lists the known ones.
    const body = {
      reason: reason as RecordEndReason,
      ...(text !== undefined && { reason_text: text }),
    };
    const { data } = await ndx.withdrawRecord({ path: { record_id }, body });
    print(data, options, ({ state, ended_at }) => members({ record_id, state, reason, ended_at }));
  });
