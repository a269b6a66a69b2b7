import { Command } from '@commander-js/extra-typings';
import { members, print } from '../output.js';
import { productNamed } from '../product-named.js';
import { connect } from '../session.js';

export const attest = new Command('attest')
  .description('attests to the data that the institution furnishes for a product')
  .argument('<product>', 'slug of the product or template')
  .requiredOption('--name <name>', 'who signs')
  .requiredOption('--title <title>', 'title of the signer')
  .option('--json', 'prints JSON')
  .action(async (slug, { name, title, ...options }) => {
    const ndx = await connect();
    const product = await productNamed(ndx, slug);
    const { data } = await ndx.createAttestation({
      body: {
        product_id: product.id,
        signed_by_name: name,
        signed_by_title: title,
        attestation_data: {},
      },
    });
    print(data, options, ({ id, status, expires_at }) => members({ id, status, expires_at }));
  });
