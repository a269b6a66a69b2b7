import { Command } from '@commander-js/extra-typings';
import type { Dispute, DisputeOutcome, DisputeReason, RecordEndReason } from '@ndx/client';
import { members, print } from '../output.js';
import { connect } from '../session.js';

const shown = ({ dispute_id, state, is_overdue, decide_by, outcome }: Dispute) =>
  members({ dispute_id, state, is_overdue, decide_by, outcome });

// The service rejects an unknown reason or outcome, and lists the known ones.
const open = new Command('open')
  .description('disputes a section or a field of a record')
  .argument('<record-id>')
  .requiredOption('--model <model>', 'the section, or the slug of a template')
  .option('--field <field>', 'the field; without it the whole section')
  .option('--query <query-event-id>', 'a query of the institution that used the record')
  .option('--for-subject', 'the subject asked for the dispute')
  .requiredOption('--reason <reason>', 'such as wrong_value, wrong_subject, outdated or other')
  .requiredOption('--text <text>', 'an explanation')
  .option('--json', 'prints JSON')
  .action(async (record_id, { model, field, query, forSubject, reason, text, ...options }) => {
    const ndx = await connect();
    const body = {
      model_name: model,
      ...(field !== undefined && { field_name: field }),
      ...(query !== undefined && { query_event_id: query }),
      ...(forSubject && { on_behalf_of_subject: true }),
      reason: reason as RecordEndReason,
      reason_text: text,
    };
    const { data } = await ndx.openDispute({ path: { record_id }, body });
    print(data, options, shown);
  });

const show = new Command('show')
  .description('shows a dispute')
  .argument('<dispute-id>')
  .option('--json', 'prints JSON')
  .action(async (dispute_id, options) => {
    const { data } = await (await connect()).readDispute({ path: { dispute_id } });
    print(data, options, shown);
  });

const acknowledge = new Command('acknowledge')
  .description("acknowledges a dispute of the institution's record")
  .argument('<dispute-id>')
  .option('--json', 'prints JSON')
  .action(async (dispute_id, options) => {
    const { data } = await (await connect()).acknowledgeDispute({ path: { dispute_id } });
    print(data, options, shown);
  });

const decide = new Command('decide')
  .description("decides a dispute of the institution's record, which is final")
  .argument('<dispute-id>')
  .requiredOption('--outcome <outcome>', 'upheld, withdrawn or corrected')
  .requiredOption('--reason <reason>', 'such as verified for upheld, or wrong_value')
  .requiredOption('--text <text>', 'an explanation')
  .option('--json', 'prints JSON')
  .action(async (dispute_id, { outcome, reason, text, ...options }) => {
    const ndx = await connect();
    const body = {
      outcome: outcome as DisputeOutcome,
      reason: reason as DisputeReason,
      reason_text: text,
    };
    const { data } = await ndx.decideDispute({ path: { dispute_id }, body });
    print(data, options, shown);
  });

export const dispute = new Command('dispute')
  .description('opens, shows, acknowledges and decides disputes of records')
  .addCommand(open)
  .addCommand(show)
  .addCommand(acknowledge)
  .addCommand(decide);
