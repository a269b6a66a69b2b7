import { Command } from '@commander-js/extra-typings';
import type { FurnishedValues, RecordBounds } from '@ndx/client';
import { networkOf } from '../network-option.js';
import { members, print, table } from '../output.js';
import { productNamed } from '../product-named.js';
import { connect } from '../session.js';

export const values = new Command('values')
  .description('counts the values that a policy can accept in the records of a network')
  .option('--product <slug>', 'slug of the product', 'kyb_certificate')
  .option('--network <id>', 'id or name of the network')
  .option('--json', 'prints JSON')
  .action(async ({ product, network, ...options }) => {
    const ndx = await connect();
    const { id: product_id } = await productNamed(ndx, product);
    const query = { network_id: await networkOf(ndx, network), product_id };
    const { data } = await ndx.countFurnishedValues({ query });
    print(data, options, valuesText);
  });

function valuesText({ counted_at, sections }: FurnishedValues): string {
  const all = sections.flatMap(({ model_name, fields }) =>
    fields.flatMap(({ field_name, values: listed, other }) =>
      [...listed, { value: '(any other value)', records: other }].map(({ value, records }) => ({
        records,
        cells: [model_name, field_name, value, boundsText(records)],
      })),
    ),
  );
  const few = all.find(({ records }) => records.at_least === 0);
  return [
    members({ counted_at }),
    table(
      ['SECTION', 'EXAMINED RECORDS', 'ALL'],
      sections.map((each) => [each.model_name, boundsText(each.examined), each.is_complete]),
      '',
    ),
    table(
      ['SECTION', 'FIELD', 'VALUE', 'RECORDS'],
      all.filter(({ records }) => records.at_least > 0).map(({ cells }) => cells),
      'No value is stated by enough records to be listed.',
    ),
    ...(few ? [`Each value that is not listed: ${boundsText(few.records)} records.`] : []),
  ].join('\n\n');
}

/** The server gives no exact number. */
function boundsText({ at_least, fewer_than }: RecordBounds): string {
  return at_least === 0 ? `fewer than ${fewer_than}` : `at least ${at_least}`;
}
