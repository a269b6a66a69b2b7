import { Command } from '@commander-js/extra-typings';
import { businessOf } from '../business-option.js';
import { explanationText } from '../explanation-text.js';
import { networkOf } from '../network-option.js';
import { print, table } from '../output.js';
import { productNamed } from '../product-named.js';
import { connect } from '../session.js';

export const check = new Command('check')
  .description(
    'shows which furnishers have data about a business and how a query would be answered; not billed',
  )
  .option('--consent <id>', 'consent that names the business')
  .option('--business <id>', 'id of the business')
  .option('--network <id>', 'id or name of the network')
  .option('--json', 'prints JSON')
  .action(async ({ consent, business, network, ...options }) => {
    const ndx = await connect();
    const product = await productNamed(ndx, 'kyb_certificate');
    const { data } = await ndx.checkCoverage({
      body: {
        product_id: product.id,
        network_ids: [await networkOf(ndx, network)],
        ...businessOf(consent, business),
      },
    });
    print(data, options, (coverage) =>
      [
        `A query would ${coverage.issuable ? 'issue a certificate' : 'have no result (204)'}.`,
        table(
          ['FURNISHER', 'COMPLETE', 'MODEL', 'FIELDS', 'MISSING'],
          coverage.entities.flatMap(({ furnishing_entity_name, complete, models, missing }) =>
            models.map(({ model_name, met_count, total_count }) => [
              furnishing_entity_name,
              complete,
              model_name,
              `${met_count}/${total_count}`,
              missing.filter((path) => path.split('.')[0] === model_name).join(', '),
            ]),
          ),
          'No furnisher has data that you may see.',
        ),
        '',
        explanationText(coverage.explanation),
      ].join('\n'),
    );
  });
