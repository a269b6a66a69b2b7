import { Command, Option } from '@commander-js/extra-typings';
import {
  eachItem,
  type Dispute,
  type DisputeOutcome,
  type DisputeReason,
  type DisputeState,
  type ListDisputesData,
  type RecordEndReason,
} from '@ndx/client';
import { collected } from '../collected.js';
import { members, print, table } from '../output.js';
import { connect } from '../session.js';

const shown = ({ dispute_id, state, is_overdue, decide_by, outcome, statement_text }: Dispute) =>
  members({ dispute_id, state, is_overdue, decide_by, outcome, statement_text });

const listed = (disputes: readonly Dispute[]) =>
  table(
    ['DISPUTE', 'STATE', 'OVERDUE', 'MODEL', 'FIELD', 'DECIDE BY'],
    disputes.map((one) => [
      ...[one.dispute_id, one.state, one.is_overdue, one.model_name, one.field_name, one.decide_by],
    ]),
    'no dispute',
  );

// The service rejects an unknown reason, outcome or state, and lists the known ones.
const open = new Command('open')
  .description('disputes a section or a field of a record')
  .argument('<record-id>')
  .requiredOption('--model <model>', 'the section, or the slug of a template')
  .option('--field <field>', 'the field; without it the whole section')
  .option('--query <query-event-id>', 'a query of the institution that used the record')
  .option('--for-subject', 'the subject asked for the dispute')
  .option('--attachment <sha256>', 'the SHA-256 of a document, in hexadecimal')
  .requiredOption('--reason <reason>', 'such as wrong_value, wrong_subject, outdated or other')
  .requiredOption('--text <text>', 'an explanation')
  .option('--json', 'prints JSON')
  .action(
    async (
      record_id,
      { model, field, query, forSubject, attachment, reason, text, ...options },
    ) => {
      const ndx = await connect();
      const body = {
        model_name: model,
        ...(field !== undefined && { field_name: field }),
        ...(query !== undefined && { query_event_id: query }),
        ...(forSubject && { on_behalf_of_subject: true }),
        ...(attachment !== undefined && { attachment_sha256: attachment }),
        reason: reason as RecordEndReason,
        reason_text: text,
      };
      const { data } = await ndx.openDispute({ path: { record_id }, body });
      print(data, options, shown);
    },
  );

const list = new Command('list')
  .description(
    'lists disputes, overdue first: opened by the institution, of its records, or of its networks',
  )
  .option('--record <id>', 'of a record')
  .option('--subject <id>', 'of the records about a subject, for their furnisher and governors')
  .option('--submission <id>', 'of the records of a submission, for their furnisher')
  .option('--state <state>', 'open, acknowledged or decided')
  .addOption(
    new Option('--overdue <overdue>', 'true for overdue disputes, false for the others').choices([
      'true',
      'false',
    ]),
  )
  .option('--json', 'prints JSON')
  .action(async ({ record, subject, submission, state, overdue, ...options }) => {
    const ndx = await connect();
    const query: ListDisputesData['query'] = {
      ...(record !== undefined && { record_id: record }),
      ...(subject !== undefined && { subject_id: subject }),
      ...(submission !== undefined && { submission_id: submission }),
      ...(state !== undefined && { state: state as DisputeState }),
      ...(overdue !== undefined && { overdue: overdue === 'true' }),
    };
    const disputes = await collected(eachItem(ndx.listDisputes, { query }));
    print(disputes, options, listed);
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

const attachStatement = new Command('attach-statement')
  .description("attaches the institution's statement to an upheld record, or replaces it")
  .argument('<dispute-id>', 'a dispute that the institution opened')
  .requiredOption(
    '--text <text>',
    'the statement, which readers of the disputed part get in explanations',
  )
  .option('--json', 'prints JSON')
  .action(async (dispute_id, { text: statement_text, ...options }) => {
    const ndx = await connect();
    const request = { path: { dispute_id }, body: { statement_text } };
    const { data } = await ndx.attachDisputeStatement(request);
    print(data, options, shown);
  });

const removeStatement = new Command('remove-statement')
  .description("removes the institution's statement from a dispute")
  .argument('<dispute-id>')
  .option('--json', 'prints JSON')
  .action(async (dispute_id, options) => {
    const { data } = await (await connect()).removeDisputeStatement({ path: { dispute_id } });
    print(data, options, shown);
  });

export const dispute = new Command('dispute')
  .description('opens, lists, shows, acknowledges and decides disputes, and attaches statements')
  .addCommand(open)
  .addCommand(list)
  .addCommand(show)
  .addCommand(acknowledge)
  .addCommand(decide)
  .addCommand(attachStatement)
  .addCommand(removeStatement);
