import { Command } from '@commander-js/extra-typings';
import { eachItem, type InstitutionAttestation, type ListAttestationsData } from '@ndx/client';
import { collected } from '../collected.js';
import { members, print, table } from '../output.js';
import { productNamed } from '../product-named.js';
import { connect } from '../session.js';

const shown = ({
  id,
  product_id,
  signed_by_name,
  signed_by_title,
  ...times
}: InstitutionAttestation) =>
  members({
    ...{ id, product_id, signed_by_name, signed_by_title },
    ...{ signed_at: times.signed_at, expires_at: times.expires_at, status: times.status },
  });

const list = new Command('list')
  .description("lists the institution's attestations")
  .option('--product <slug>', 'those for a product or template')
  .option('--status <status>', 'active, expired or revoked')
  .option('--expires-before <time>', 'the newest active one of each product, if it ends before')
  .option('--json', 'prints JSON')
  .action(async ({ product: slug, status, expiresBefore, ...options }) => {
    const ndx = await connect();
    const query: ListAttestationsData['query'] = {
      limit: 100,
      ...(slug !== undefined && { product_id: (await productNamed(ndx, slug)).id }),
      ...(status !== undefined && { status: status as InstitutionAttestation['status'] }),
      ...(expiresBefore !== undefined && { expires_before: expiresBefore }),
    };
    const { data: products } = await ndx.listProducts();
    const slugs = new Map(products.map((product) => [product.id, product.slug]));
    const all = await collected(eachItem(ndx.listAttestations, { query }));
    print(all, options, (found) =>
      table(
        ['ID', 'PRODUCT', 'SIGNED BY', 'SIGNED', 'EXPIRES', 'STATUS'],
        found.map(({ id, product_id, signed_by_name, signed_at, expires_at, status }) => [
          ...[id, slugs.get(product_id) ?? product_id, signed_by_name],
          ...[signed_at, expires_at, status],
        ]),
        'The institution has no such attestation.',
      ),
    );
  });

const show = new Command('show')
  .description('shows an attestation of the institution')
  .argument('<attestation-id>')
  .option('--json', 'prints JSON')
  .action(async (attestation_id, options) => {
    const { data } = await (await connect()).readAttestation({ path: { attestation_id } });
    print(data, options, shown);
  });

const revoke = new Command('revoke')
  .description('revokes an attestation, which is final: no later query relies on it')
  .argument('<attestation-id>')
  .option('--json', 'prints JSON')
  .action(async (attestation_id, options) => {
    const { data } = await (await connect()).revokeAttestation({ path: { attestation_id } });
    print(data, options, shown);
  });

export const attestations = new Command('attestations')
  .description("lists, shows and revokes the institution's attestations")
  .addCommand(list)
  .addCommand(show)
  .addCommand(revoke);
