import { Command, Option } from '@commander-js/extra-typings';
import { eachItem, type RecordStatus } from '@ndx/client';
import { collected } from '../collected.js';
import { networkOf } from '../network-option.js';
import { members, print, table } from '../output.js';
import { connect } from '../session.js';

const list = new Command('list')
  .description("lists the institution's records, or those about a subject, newest first")
  .option('--subject <id>', 'about a business or a consumer; see ndx search')
  .option('--records <ids>', 'of these ids, separated by commas')
  .addOption(
    new Option('--state <state>', 'with this state now').choices([
      'furnished',
      'withdrawn',
      'corrected',
    ] as const),
  )
  .option('--from <time>', 'furnished from this time on, ISO 8601')
  .option('--to <time>', 'furnished before this time, ISO 8601')
  .option('--network <id>', 'id or name of the network')
  .option('--json', 'prints JSON')
  .action(async ({ subject, records: ids, state, from, to, network, ...options }) => {
    const ndx = await connect();
    const query = {
      network_id: await networkOf(ndx, network),
      ...(subject !== undefined && { subject_id: subject }),
      ...(ids !== undefined && { record_ids: ids }),
      ...(state !== undefined && { state }),
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
    };
    const all = await collected(eachItem(ndx.listRecords, { query }));
    print(all, options, (found) =>
      table(
        ['RECORD', 'FURNISHED', 'DATA SET', 'FURNISHER', 'STATE', 'REASON'],
        found.map(({ record_id, furnished_at, dataset, furnishing_entity_id, state, reason }) => [
          ...[record_id, furnished_at, dataset, furnishing_entity_id, state, reason],
        ]),
        'There is no such record.',
      ),
    );
  });

const show = new Command('show')
  .description('shows the state of a record, and the records before and after it')
  .argument('<record-id>')
  .option('--json', 'prints JSON')
  .action(async (record_id, options) => {
    const { data } = await (await connect()).readRecord({ path: { record_id } });
    print(data, options, shown);
  });

const shown = ({ record_id, dataset, subject_id, furnishing_entity_id, ...state }: RecordStatus) =>
  members({
    ...{ record_id, dataset, subject_id, furnishing_entity_id },
    ...{ furnished_at: state.furnished_at, state: state.state, reason: state.reason },
    ...{ ended_at: state.ended_at, corrects_record_id: state.corrects_record_id },
    corrected_by_record_id: state.corrected_by_record_id,
  });

const uses = new Command('uses')
  .description("lists the queries that considered the institution's records, oldest first")
  .option('--record <id>', 'of one record')
  .option('--product <slug>', 'by queries of a product or template')
  .addOption(
    new Option('--outcome <outcome>', 'records that were used, or excluded').choices([
      'used',
      'excluded',
    ] as const),
  )
  .option('--from <time>', 'queries from this time on, ISO 8601')
  .option('--to <time>', 'queries before this time, ISO 8601')
  .option('--network <id>', 'id or name of the network')
  .option('--json', 'prints JSON')
  .action(async ({ record, product, outcome, from, to, network, ...options }) => {
    const ndx = await connect();
    const query = {
      network_id: await networkOf(ndx, network),
      ...(record !== undefined && { record_id: record }),
      ...(product !== undefined && { product_slug: product }),
      ...(outcome !== undefined && { outcome }),
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
    };
    const all = await collected(eachItem(ndx.listRecordUses, { query }));
    print(all, options, (found) =>
      table(
        ['QUERY EVENT', 'TIME', 'PRODUCT', 'RECORD', 'MODEL', 'FIELD', 'RESULT'],
        found.flatMap(({ query_event_id, occurred_at, product_slug, records: used }) =>
          used.map(({ record_id, model_name, field_name, code }) => [
            ...[query_event_id, occurred_at, product_slug],
            ...[record_id, model_name, field_name, code],
          ]),
        ),
        'No query considered a record of the institution.',
      ),
    );
  });

export const records = new Command('records')
  .description('lists and shows records, and the queries that considered them')
  .addCommand(list)
  .addCommand(show)
  .addCommand(uses);
