import type { NdxClient, Product } from '@ndx/client';
import { CliError } from './cli-error.js';

/** @throws CliError when the catalogue has neither a product nor a template with the slug */
export async function productNamed(ndx: NdxClient, slug: string): Promise<Product> {
  const { data: products } = await ndx.listProducts();
  const product = products.find((each) => each.slug === slug);
  if (product) return product;
  throw new CliError('not found', `there is no product ${slug}`, { hint: 'See: ndx products' });
}
