import { Command } from '@commander-js/extra-typings';
import type { CoverageCheck, KybQuery } from '@ndx/client';
import { CliError } from '../cli-error.js';
import { networkOf } from '../network-option.js';
import { print, table } from '../output.js';
import { connect } from '../session.js';

type Subject = Pick<KybQuery & CoverageCheck, 'consent_id' | 'business_id'>;

/** @throws CliError unless exactly one is given */
function subjectOf(consent: string | undefined, business: string | undefined): Subject {
  if ((consent === undefined) === (business === undefined)) {
    throw new CliError('usage', 'give either --consent or --business');
  }
  return consent === undefined ? { business_id: business } : { consent_id: consent };
}

export const query = new Command('query')
  .description('queries the KYB certificate of a business; billed')
  .option('--consent <id>', 'consent that names the business')
  .option('--business <id>', 'id of the business')
  .option('--network <id>', 'id or name of the network')
  .action(async ({ consent, business, network }) => {
    const ndx = await connect();
    const body = {
      network_ids: [await networkOf(ndx, network)],
      ...subjectOf(consent, business),
    };
    const { data, queryEventId } = await ndx.queryKybCertificate({ body });
    process.stderr.write(`query event ${queryEventId ?? 'unknown'}\n`);
    if (data === undefined) {
      process.stderr.write(
        `No result (204): no data that you may see satisfies the policy. Run: ndx why ${queryEventId ?? ''}\n`,
      );
      return;
    }
    print(data, { json: true }, String);
  });

export const check = new Command('check')
  .description('shows which furnishers have data about a business, without values; not billed')
  .option('--consent <id>', 'consent that names the business')
  .option('--business <id>', 'id of the business')
  .option('--network <id>', 'id or name of the network')
  .option('--json', 'prints JSON')
  .action(async ({ consent, business, network, ...options }) => {
    const ndx = await connect();
    const { data: products } = await ndx.listProducts();
    const product = products.find(({ slug }) => slug === 'kyb_certificate');
    if (!product) throw new CliError('not found', 'the network has no product kyb_certificate');
    const { data } = await ndx.checkCoverage({
      body: {
        product_id: product.id,
        network_ids: [await networkOf(ndx, network)],
        ...subjectOf(consent, business),
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
              missing.filter((path) => path.startsWith(model_name)).join(', '),
            ]),
          ),
          'No furnisher has data that you may see.',
        ),
      ].join('\n'),
    );
  });
